-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table index
--   create table session

-- migrate:up

CREATE TABLE "index" (
  "f_evil__0c20577f" INTEGER,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "session_class" TEXT REFERENCES "session" ("class") ON DELETE SET NULL
);

CREATE INDEX "index_f_evil__0c20577f_idx" ON "index" ("f_evil__0c20577f");

CREATE INDEX "index_session_class_idx" ON "index" ("session_class");

CREATE TABLE "session" (
  "a_b_c__703b369f" TEXT,
  "class" TEXT NOT NULL PRIMARY KEY,
  "it_s_24ceef1c" TEXT CONSTRAINT "it_s_24ceef1c" CHECK ("it_s_24ceef1c" IN ('''; evil(); ''', '`${evil()}`', 'a' || char(10) || 'b', '*/'))
);

-- migrate:down

-- destructive: index the table and all its rows are deleted
-- destructive: session the table and all its rows are deleted

DROP TABLE "index";

DROP TABLE "session";
