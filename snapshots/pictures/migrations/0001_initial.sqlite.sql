-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table picture

-- migrate:up

CREATE TABLE "picture" (
  "exif" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" TEXT,
  "url" TEXT
);

-- migrate:down

-- destructive: picture the table and all its rows are deleted

DROP TABLE "picture";
