-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table entry
--   create table folder
--   create table label
--   create table ledger
--   create table memo
--   create table note
--   create table notice
--   create table page
--   create table program
--   create table user
--   create table vault
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "entry" (
  "folder_id" INTEGER REFERENCES "folder" ("id") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT
);

CREATE INDEX "entry_folder_id_idx" ON "entry" ("folder_id");

CREATE TABLE "folder" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT
);

CREATE TABLE "label" (
  "folder_id" INTEGER REFERENCES "folder" ("id") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT
);

CREATE INDEX "label_folder_id_idx" ON "label" ("folder_id");

CREATE TABLE "ledger" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "lines" TEXT
);

CREATE TABLE "memo" (
  "folder_id" INTEGER REFERENCES "folder" ("id") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "keeper_id" INTEGER REFERENCES "folder" ("id") ON DELETE SET NULL,
  "title" TEXT
);

CREATE INDEX "memo_folder_id_idx" ON "memo" ("folder_id");

CREATE INDEX "memo_keeper_id_idx" ON "memo" ("keeper_id");

CREATE TABLE "note" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "owner_name" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "tags" TEXT,
  "text" TEXT NOT NULL
);

CREATE INDEX "note_owner_name_idx" ON "note" ("owner_name");

CREATE TABLE "notice" (
  "day" TEXT,
  "draft" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "pages" INTEGER,
  "title" TEXT
);

CREATE TABLE "page" (
  "folder_id" INTEGER REFERENCES "folder" ("id") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" TEXT
);

CREATE INDEX "page_folder_id_idx" ON "page" ("folder_id");

CREATE TABLE "program" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "secret" TEXT,
  "title" TEXT
);

CREATE TABLE "user" (
  "email" TEXT NOT NULL,
  "groups" TEXT,
  "nickname" TEXT,
  "password" TEXT NOT NULL,
  "settings" TEXT,
  "username" TEXT NOT NULL PRIMARY KEY CONSTRAINT "username" CHECK (length("username") <= 50)
);

CREATE UNIQUE INDEX "user_email_key" ON "user" ("email");

CREATE TABLE "vault" (
  "code" TEXT,
  "codes" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "user_name" TEXT REFERENCES "user" ("username") ON DELETE SET NULL
);

CREATE UNIQUE INDEX "vault_user_name_key" ON "vault" ("user_name");

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
-- destructive: folder the table and all its rows are deleted
-- destructive: label the table and all its rows are deleted
-- destructive: ledger the table and all its rows are deleted
-- destructive: memo the table and all its rows are deleted
-- destructive: note the table and all its rows are deleted
-- destructive: notice the table and all its rows are deleted
-- destructive: page the table and all its rows are deleted
-- destructive: program the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: vault the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "entry";

DROP TABLE "folder";

DROP TABLE "label";

DROP TABLE "ledger";

DROP TABLE "memo";

DROP TABLE "note";

DROP TABLE "notice";

DROP TABLE "page";

DROP TABLE "program";

DROP TABLE "user";

DROP TABLE "vault";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
