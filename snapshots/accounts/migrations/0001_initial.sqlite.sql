-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table paper
--   create table person
--   create table seal
--   create table team
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "paper" (
  "author_name" TEXT REFERENCES "person" ("login_name") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "pages" INTEGER,
  "team_code" TEXT REFERENCES "team" ("code") ON DELETE SET NULL,
  "title" TEXT NOT NULL
);

CREATE INDEX "paper_author_name_idx" ON "paper" ("author_name");

CREATE INDEX "paper_team_code_idx" ON "paper" ("team_code");

CREATE TABLE "person" (
  "full_name" TEXT NOT NULL,
  "groups" TEXT,
  "login_name" TEXT NOT NULL PRIMARY KEY CONSTRAINT "login_name" CHECK (length("login_name") <= 40),
  "nickname" TEXT,
  "password" TEXT NOT NULL
);

CREATE TABLE "seal" (
  "color" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "paper_id" INTEGER REFERENCES "paper" ("id") ON DELETE CASCADE
);

CREATE UNIQUE INDEX "seal_paper_id_key" ON "seal" ("paper_id");

CREATE TABLE "team" (
  "code" TEXT NOT NULL PRIMARY KEY,
  "town" TEXT
);

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

-- destructive: paper the table and all its rows are deleted
-- destructive: person the table and all its rows are deleted
-- destructive: seal the table and all its rows are deleted
-- destructive: team the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "paper";

DROP TABLE "person";

DROP TABLE "seal";

DROP TABLE "team";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
