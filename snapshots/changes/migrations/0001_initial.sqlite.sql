-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table entry
--   create table note
--   create table task
--   create table team
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "entry" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "username" TEXT,
  "what" TEXT
);

CREATE TABLE "note" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "team_name" TEXT REFERENCES "team" ("name") ON DELETE SET NULL,
  "text" TEXT
);

CREATE INDEX "note_team_name_idx" ON "note" ("team_name");

CREATE TABLE "task" (
  "count" INTEGER,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "team_name" TEXT REFERENCES "team" ("name") ON DELETE CASCADE,
  "title" TEXT NOT NULL
);

CREATE INDEX "task_team_name_idx" ON "task" ("team_name");

CREATE TABLE "team" (
  "name" TEXT NOT NULL PRIMARY KEY
);

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

-- destructive: entry the table and all its rows are deleted
-- destructive: note the table and all its rows are deleted
-- destructive: task the table and all its rows are deleted
-- destructive: team the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "entry";

DROP TABLE "note";

DROP TABLE "task";

DROP TABLE "team";

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
