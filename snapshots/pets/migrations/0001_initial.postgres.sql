-- Migration for PostgreSQL; run it with "npm run migrate". Steps:
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "user" (
  "email" TEXT COLLATE "C" NOT NULL,
  "groups" JSONB,
  "password" TEXT COLLATE "C" NOT NULL,
  "username" TEXT COLLATE "C" NOT NULL CONSTRAINT "username" CHECK (char_length("username") >= 1),
  CONSTRAINT "user_pkey" PRIMARY KEY ("username")
);

CREATE UNIQUE INDEX "user_email_key" ON "user" ("email");

CREATE TABLE "svc_auth_accounts" (
  "user" TEXT COLLATE "C" NOT NULL,
  "epoch" TEXT COLLATE "C",
  "token" TEXT COLLATE "C",
  "basis" TEXT COLLATE "C",
  CONSTRAINT "svc_auth_accounts_pkey" PRIMARY KEY ("user")
);

CREATE TABLE "svc_auth_ended_sessions" (
  "id" TEXT COLLATE "C" NOT NULL,
  "expires" TIMESTAMPTZ(3),
  CONSTRAINT "svc_auth_ended_sessions_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "svc_auth_ended_sessions_expires_idx" ON "svc_auth_ended_sessions" ("expires" NULLS FIRST, "id");

-- migrate:down

-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
