-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table profile
--   create table story
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "profile" (
  "bio" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "user_id" TEXT REFERENCES "user" ("username") ON DELETE SET NULL
);

CREATE UNIQUE INDEX "profile_user_id_key" ON "profile" ("user_id");

CREATE TABLE "story" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "owner_id" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "title" TEXT NOT NULL,
  "words" INTEGER
);

CREATE INDEX "story_owner_id_idx" ON "story" ("owner_id");

CREATE TABLE "user" (
  "email" TEXT NOT NULL,
  "password" TEXT NOT NULL,
  "settings" TEXT,
  "tags" TEXT,
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

-- destructive: profile the table and all its rows are deleted
-- destructive: story the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "profile";

DROP TABLE "story";

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
