-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table note

-- migrate:up

CREATE TABLE "note" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "text" TEXT
);

-- migrate:down

-- destructive: note the table and all its rows are deleted

DROP TABLE "note";
