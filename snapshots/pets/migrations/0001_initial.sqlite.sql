-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "user" (
  "email" TEXT NOT NULL,
  "groups" TEXT,
  "password" TEXT NOT NULL,
  "username" TEXT NOT NULL PRIMARY KEY CONSTRAINT "username" CHECK (length("username") >= 1)
);

CREATE UNIQUE INDEX "user_email_key" ON "user" ("email");

CREATE TABLE "svc_auth_accounts" (
  "user" TEXT NOT NULL PRIMARY KEY,
  "epoch" TEXT,
  "token" TEXT,
  "basis" TEXT
);

CREATE TABLE "svc_auth_ended_sessions" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "expires" TEXT
);

CREATE INDEX "svc_auth_ended_sessions_expires_idx" ON "svc_auth_ended_sessions" ("expires", "id");

-- migrate:down

-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
