-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table story
--   create table user

-- migrate:up

CREATE TABLE "story" (
  "created_at" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "owner_id" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "progress" REAL,
  "status" TEXT CONSTRAINT "status" CHECK ("status" IN ('draft', 'published')),
  "tags" TEXT,
  "title" TEXT NOT NULL CONSTRAINT "title" CHECK (length("title") <= 200)
);

CREATE INDEX "story_owner_id_idx" ON "story" ("owner_id");

CREATE TABLE "user" (
  "name" TEXT,
  "username" TEXT NOT NULL PRIMARY KEY CONSTRAINT "username" CHECK (length("username") <= 50)
);

-- migrate:down

-- destructive: story the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted

DROP TABLE "story";

DROP TABLE "user";
