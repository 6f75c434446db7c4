-- Migration for SQLite; run it with "npm run migrate". Steps:
--   create table appointment
--   create table attachment
--   create table audit_entry
--   create table doctor
--   create table hour
--   create table organization
--   create table patient
--   create table sent_mail
--   create table service
--   create table user
--   create table svc_auth_accounts
--   create table svc_auth_ended_sessions

-- migrate:up

CREATE TABLE "appointment" (
  "doctor_id" INTEGER NOT NULL REFERENCES "doctor" ("id"),
  "ends" TEXT NOT NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "organization_name" TEXT NOT NULL REFERENCES "organization" ("name"),
  "patient_id" INTEGER NOT NULL REFERENCES "patient" ("id"),
  "price" TEXT NOT NULL,
  "reminded_at" TEXT,
  "service_id" INTEGER NOT NULL REFERENCES "service" ("id"),
  "starts" TEXT NOT NULL,
  "state" TEXT NOT NULL CONSTRAINT "state" CHECK ("state" IN ('booked', 'done', 'cancelled'))
);

CREATE INDEX "appointment_doctor_id_idx" ON "appointment" ("doctor_id");

CREATE INDEX "appointment_organization_name_idx" ON "appointment" ("organization_name");

CREATE INDEX "appointment_patient_id_idx" ON "appointment" ("patient_id");

CREATE INDEX "appointment_service_id_idx" ON "appointment" ("service_id");

CREATE INDEX "appointment_doctor_id_starts_21bbb661_idx" ON "appointment" ("doctor_id", "starts");

CREATE INDEX "appointment_state_starts_024f16e0_idx" ON "appointment" ("state", "starts");

CREATE TABLE "attachment" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "patient_id" INTEGER NOT NULL REFERENCES "patient" ("id")
);

CREATE INDEX "attachment_patient_id_idx" ON "attachment" ("patient_id", "id");

CREATE TABLE "audit_entry" (
  "action" TEXT NOT NULL CONSTRAINT "action" CHECK ("action" IN ('create', 'update', 'delete')),
  "at" TEXT NOT NULL,
  "by" TEXT,
  "changes" TEXT NOT NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "item" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  "organization_name" TEXT NOT NULL REFERENCES "organization" ("name")
);

CREATE INDEX "audit_entry_organization_name_idx" ON "audit_entry" ("organization_name");

CREATE TABLE "doctor" (
  "account_username" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL,
  "organization_name" TEXT NOT NULL REFERENCES "organization" ("name")
);

CREATE UNIQUE INDEX "doctor_account_username_key" ON "doctor" ("account_username");

CREATE INDEX "doctor_organization_name_idx" ON "doctor" ("organization_name");

CREATE TABLE "hour" (
  "closes" TEXT NOT NULL,
  "doctor_id" INTEGER NOT NULL REFERENCES "doctor" ("id") ON DELETE CASCADE,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "opens" TEXT NOT NULL,
  "weekday" INTEGER NOT NULL
);

CREATE INDEX "hour_doctor_id_idx" ON "hour" ("doctor_id");

CREATE TABLE "organization" (
  "name" TEXT NOT NULL PRIMARY KEY CONSTRAINT "name" CHECK (length("name") <= 40),
  "time_zone" TEXT NOT NULL
);

CREATE TABLE "patient" (
  "account_username" TEXT REFERENCES "user" ("username") ON DELETE SET NULL,
  "email" TEXT NOT NULL,
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL,
  "organization_name" TEXT NOT NULL REFERENCES "organization" ("name")
);

CREATE UNIQUE INDEX "patient_account_username_key" ON "patient" ("account_username");

CREATE INDEX "patient_organization_name_idx" ON "patient" ("organization_name");

CREATE TABLE "sent_mail" (
  "key" TEXT NOT NULL PRIMARY KEY,
  "sent_at" TEXT NOT NULL
);

CREATE TABLE "service" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "minutes" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "organization_name" TEXT NOT NULL REFERENCES "organization" ("name"),
  "price" TEXT NOT NULL
);

CREATE INDEX "service_organization_name_idx" ON "service" ("organization_name");

CREATE TABLE "user" (
  "active" INTEGER NOT NULL CONSTRAINT "active" CHECK ("active" IN (0, 1)),
  "email" TEXT NOT NULL,
  "groups" TEXT,
  "organization_name" TEXT REFERENCES "organization" ("name"),
  "password" TEXT NOT NULL,
  "username" TEXT NOT NULL PRIMARY KEY CONSTRAINT "username" CHECK (length("username") <= 40)
);

CREATE UNIQUE INDEX "user_email_key" ON "user" ("email");

CREATE INDEX "user_organization_name_idx" ON "user" ("organization_name", "username");

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

-- destructive: appointment the table and all its rows are deleted
-- destructive: attachment the table and all its rows are deleted
-- destructive: audit_entry the table and all its rows are deleted
-- destructive: doctor the table and all its rows are deleted
-- destructive: hour the table and all its rows are deleted
-- destructive: organization the table and all its rows are deleted
-- destructive: patient the table and all its rows are deleted
-- destructive: sent_mail the table and all its rows are deleted
-- destructive: service the table and all its rows are deleted
-- destructive: user the table and all its rows are deleted
-- destructive: svc_auth_accounts the table and all its rows are deleted
-- destructive: svc_auth_ended_sessions the table and all its rows are deleted

DROP TABLE "appointment";

DROP TABLE "attachment";

DROP TABLE "audit_entry";

DROP TABLE "doctor";

DROP TABLE "hour";

DROP TABLE "organization";

DROP TABLE "patient";

DROP TABLE "sent_mail";

DROP TABLE "service";

DROP TABLE "user";

DROP TABLE "svc_auth_accounts";

DROP TABLE "svc_auth_ended_sessions";
