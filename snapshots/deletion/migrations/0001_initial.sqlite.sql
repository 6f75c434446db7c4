-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table badge
--   create table blocking
--   create table bound
--   create table holding
--   create table hub
--   create table loose
--   create table node
--   create table owned
--   create table pulling

-- migrate:up

CREATE TABLE "badge" (
  "hub_name" TEXT REFERENCES "hub" ("name") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE UNIQUE INDEX "badge_hub_name_key" ON "badge" ("hub_name");

CREATE TABLE "blocking" (
  "hub_name" TEXT REFERENCES "hub" ("name"),
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE INDEX "blocking_hub_name_idx" ON "blocking" ("hub_name");

CREATE TABLE "bound" (
  "hub_name" TEXT NOT NULL REFERENCES "hub" ("name"),
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE INDEX "bound_hub_name_idx" ON "bound" ("hub_name");

CREATE TABLE "holding" (
  "hub_name" TEXT REFERENCES "hub" ("name") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE INDEX "holding_hub_name_idx" ON "holding" ("hub_name");

CREATE TABLE "hub" (
  "name" TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE "loose" (
  "hub_name" TEXT REFERENCES "hub" ("name") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE INDEX "loose_hub_name_idx" ON "loose" ("hub_name");

CREATE TABLE "node" (
  "beside_name" TEXT REFERENCES "node" ("name") ON DELETE CASCADE,
  "name" TEXT NOT NULL PRIMARY KEY,
  "whole_name" TEXT REFERENCES "node" ("name") ON DELETE CASCADE
);

CREATE INDEX "node_beside_name_idx" ON "node" ("beside_name", "name");

CREATE INDEX "node_whole_name_idx" ON "node" ("whole_name", "name");

CREATE TABLE "owned" (
  "hub_name" TEXT REFERENCES "hub" ("name") ON DELETE CASCADE,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE INDEX "owned_hub_name_idx" ON "owned" ("hub_name");

CREATE TABLE "pulling" (
  "hub_name" TEXT REFERENCES "hub" ("name") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "label" TEXT
);

CREATE INDEX "pulling_hub_name_idx" ON "pulling" ("hub_name");

-- migrate:down

-- destructive: badge the table and all its rows are deleted
-- destructive: blocking the table and all its rows are deleted
-- destructive: bound the table and all its rows are deleted
-- destructive: holding the table and all its rows are deleted
-- destructive: hub the table and all its rows are deleted
-- destructive: loose the table and all its rows are deleted
-- destructive: node the table and all its rows are deleted
-- destructive: owned the table and all its rows are deleted
-- destructive: pulling the table and all its rows are deleted

DROP TABLE "badge";

DROP TABLE "blocking";

DROP TABLE "bound";

DROP TABLE "holding";

DROP TABLE "hub";

DROP TABLE "loose";

DROP TABLE "node";

DROP TABLE "owned";

DROP TABLE "pulling";
