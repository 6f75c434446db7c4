-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table customer
--   create table invoice
--   create table order
--   create table parcel
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "customer" (
  "credit" TEXT,
  "groups" TEXT,
  "joined" TEXT NOT NULL,
  "name" TEXT,
  "password" TEXT NOT NULL,
  "username" TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE "invoice" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "note" TEXT,
  "number" INTEGER NOT NULL,
  "order_id" INTEGER NOT NULL REFERENCES "order" ("id")
);

CREATE UNIQUE INDEX "invoice_number_key" ON "invoice" ("number");

CREATE INDEX "invoice_order_id_idx" ON "invoice" ("order_id");

CREATE TABLE "order" (
  "changed_at" TEXT,
  "customer_name" TEXT REFERENCES "customer" ("username") ON DELETE SET NULL,
  "history" TEXT,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "labels" TEXT,
  "number" TEXT NOT NULL,
  "price" TEXT,
  "status" TEXT CONSTRAINT "status" CHECK ("status" IN ('open', 'paid')),
  "title" TEXT NOT NULL
);

CREATE INDEX "order_customer_name_idx" ON "order" ("customer_name");

CREATE TABLE "parcel" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "order_id" INTEGER REFERENCES "order" ("id") ON DELETE SET NULL,
  "weight" INTEGER
);

CREATE INDEX "parcel_order_id_idx" ON "parcel" ("order_id");

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

-- destructive: customer the table and all its rows are deleted
-- destructive: invoice the table and all its rows are deleted
-- destructive: order the table and all its rows are deleted
-- destructive: parcel the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "customer";

DROP TABLE "invoice";

DROP TABLE "order";

DROP TABLE "parcel";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
