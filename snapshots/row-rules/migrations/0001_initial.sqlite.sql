-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table membership
--   create table note
--   create table organization
--   create table profile
--   create table project
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "membership" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "member_name" TEXT REFERENCES "user" ("username") ON DELETE CASCADE,
  "project_id" INTEGER REFERENCES "project" ("id") ON DELETE CASCADE,
  "role" TEXT
);

CREATE INDEX "membership_member_name_idx" ON "membership" ("member_name");

CREATE INDEX "membership_project_id_idx" ON "membership" ("project_id");

CREATE UNIQUE INDEX "membership_project_id_member_name_97a9b104_key" ON "membership" ("project_id", "member_name");

CREATE TABLE "note" (
  "author" TEXT,
  "editor" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "level" INTEGER,
  "owner_name" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "project_id" INTEGER REFERENCES "project" ("id") ON DELETE SET NULL,
  "status" TEXT CONSTRAINT "status" CHECK ("status" IN ('draft', 'final')),
  "tags" TEXT,
  "text" TEXT,
  "title" TEXT NOT NULL
);

CREATE INDEX "note_level_idx" ON "note" ("level");

CREATE INDEX "note_owner_name_idx" ON "note" ("owner_name");

CREATE INDEX "note_project_id_idx" ON "note" ("project_id");

CREATE INDEX "note_status_idx" ON "note" ("status");

CREATE INDEX "note_title_idx" ON "note" ("title");

CREATE TABLE "organization" (
  "name" TEXT,
  "slug" TEXT NOT NULL PRIMARY KEY
);

CREATE UNIQUE INDEX "organization_name_key" ON "organization" ("name");

CREATE TABLE "profile" (
  "city" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "user_name" TEXT REFERENCES "user" ("username") ON DELETE SET NULL
);

CREATE UNIQUE INDEX "profile_user_name_key" ON "profile" ("user_name");

CREATE TABLE "project" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "organization_id" TEXT REFERENCES "organization" ("slug") ON DELETE SET NULL,
  "title" TEXT NOT NULL
);

CREATE INDEX "project_organization_id_idx" ON "project" ("organization_id");

CREATE TABLE "user" (
  "email" TEXT NOT NULL,
  "groups" TEXT,
  "level" INTEGER,
  "organization_id" TEXT REFERENCES "organization" ("slug") ON DELETE SET NULL,
  "password" TEXT NOT NULL,
  "username" TEXT NOT NULL PRIMARY KEY
);

CREATE UNIQUE INDEX "user_email_key" ON "user" ("email");

CREATE INDEX "user_organization_id_idx" ON "user" ("organization_id", "username");

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

-- destructive: membership the table and all its rows are deleted
-- destructive: note the table and all its rows are deleted
-- destructive: organization the table and all its rows are deleted
-- destructive: profile the table and all its rows are deleted
-- destructive: project the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "membership";

DROP TABLE "note";

DROP TABLE "organization";

DROP TABLE "profile";

DROP TABLE "project";

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
