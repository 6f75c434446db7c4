-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table audit_entry
--   create table story
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "audit_entry" (
  "at" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "story_id" INTEGER REFERENCES "story" ("id") ON DELETE CASCADE,
  "what" TEXT NOT NULL
);

CREATE INDEX "audit_entry_story_id_idx" ON "audit_entry" ("story_id");

CREATE TABLE "story" (
  "author_id" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "state" TEXT,
  "text" TEXT,
  "title" TEXT NOT NULL
);

CREATE INDEX "story_author_id_idx" ON "story" ("author_id");

CREATE TABLE "user" (
  "email" TEXT NOT NULL,
  "groups" TEXT,
  "password" TEXT NOT NULL,
  "username" TEXT NOT NULL PRIMARY KEY
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

-- destructive: audit_entry the table and all its rows are deleted
-- destructive: story the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "audit_entry";

DROP TABLE "story";

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
