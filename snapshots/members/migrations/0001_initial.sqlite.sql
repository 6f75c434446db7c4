-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table comment
--   create table draft
--   create table notice
--   create table page
--   create table profile
--   create table story
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "comment" (
  "author_id" TEXT REFERENCES "user" ("username") ON DELETE CASCADE,
  "flag" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "story_id" INTEGER REFERENCES "story" ("id") ON DELETE CASCADE,
  "text" TEXT NOT NULL
);

CREATE INDEX "comment_author_id_idx" ON "comment" ("author_id");

CREATE INDEX "comment_story_id_idx" ON "comment" ("story_id");

CREATE TABLE "draft" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL
);

CREATE TABLE "notice" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL
);

CREATE TABLE "page" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL
);

CREATE TABLE "profile" (
  "address" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "motto" TEXT,
  "rating" INTEGER,
  "user_id" TEXT REFERENCES "user" ("username") ON DELETE CASCADE
);

CREATE UNIQUE INDEX "profile_user_id_key" ON "profile" ("user_id");

CREATE TABLE "story" (
  "fee" INTEGER,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "owner_id" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "pitch" TEXT,
  "progress" REAL,
  "published" TEXT,
  "tags" TEXT,
  "text" TEXT,
  "title" TEXT NOT NULL CONSTRAINT "title" CHECK (length("title") <= 200)
);

CREATE INDEX "story_owner_id_idx" ON "story" ("owner_id");

CREATE TABLE "user" (
  "email" TEXT NOT NULL,
  "groups" TEXT,
  "memo" TEXT,
  "name" TEXT,
  "password" TEXT NOT NULL,
  "score" INTEGER,
  "settings" TEXT,
  "username" TEXT NOT NULL PRIMARY KEY CONSTRAINT "username" CHECK (length("username") <= 50)
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

-- destructive: comment the table and all its rows are deleted
-- destructive: draft the table and all its rows are deleted
-- destructive: notice the table and all its rows are deleted
-- destructive: page the table and all its rows are deleted
-- destructive: profile the table and all its rows are deleted
-- destructive: story the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "comment";

DROP TABLE "draft";

DROP TABLE "notice";

DROP TABLE "page";

DROP TABLE "profile";

DROP TABLE "story";

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
