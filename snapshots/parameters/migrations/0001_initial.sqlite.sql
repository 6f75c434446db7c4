-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table book
--   create table shelf

-- migrate:up

CREATE TABLE "book" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "note" TEXT,
  "shelf_code" TEXT REFERENCES "shelf" ("code") ON DELETE SET NULL,
  "status" TEXT,
  "title" TEXT NOT NULL
);

CREATE INDEX "book_shelf_code_idx" ON "book" ("shelf_code");

CREATE TABLE "shelf" (
  "code" TEXT NOT NULL PRIMARY KEY
);

-- migrate:down

-- destructive: book the table and all its rows are deleted
-- destructive: shelf the table and all its rows are deleted

DROP TABLE "book";

DROP TABLE "shelf";
