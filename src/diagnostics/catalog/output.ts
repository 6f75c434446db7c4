import type { WrittenEntry } from './entry.js'

export const outputCodes = {
  SVC7001: {
    title: 'Invalid arguments',
    meaning: 'The command line contains an unknown command, option or value, or lacks a required one.',
    example: 'svcgen generate api.raml --engine svc_sql',
    fix: 'svcgen generate api.raml -o out --engine svc_sqla',
  },
  SVC7002: {
    title: 'Unknown key in the configuration file',
    meaning:
      'svcgen.config.json and svcgen.config.yaml accept only the long names of the command-line options.',
    example: '{ "engin": "svc_sqla" }',
    fix: '{ "engine": "svc_sqla" }',
  },
  SVC7003: {
    title: 'Invalid value in the configuration file',
    meaning: 'The value has the wrong type for this option.',
    example: '{ "force": "please" }',
    fix: '{ "force": true }',
  },
  SVC7004: {
    title: 'Invalid configuration file',
    meaning:
      "svcgen.config.json or svcgen.config.yaml does not contain a JSON or YAML map, or both files exist in the RAML file's folder.",
    example: 'engine: [svc_sqla',
    fix: 'engine: svc_sqla',
  },
  SVC7005: {
    title: 'Conflicting settings',
    meaning: 'The configuration file turns on two modes of "generate" that cannot be combined.',
    example: '{ "check": true, "watch": true }',
    fix: '{ "check": true }',
  },
  SVC7006: {
    title: 'Feature of the other engine',
    meaning: 'A listed feature works only with the other storage engine.',
    example: 'svcgen generate api.raml -o out --engine svc_mongodb --features replicas',
    fix: 'svcgen generate api.raml -o out --engine svc_sqla --features replicas',
  },
  SVC7010: {
    title: 'Generated file was edited',
    meaning:
      'Every run rewrites the files in src/generated, test/generated and similar folders. This file was edited after the last run, and the edits would be lost.',
    example: 'A line was added to src/generated/routes/stories.ts.',
    fix: 'Move the edits to one of your own files (a handler, src/app.ts), or discard them with --force.',
  },
  SVC7011: {
    title: 'File was not created by svcgen',
    meaning:
      'svcgen would overwrite a file that it did not create, or its record of created files (.svcgen/lock.json) is missing.',
    example: 'svcgen generate api.raml -o . in a folder that has its own openapi.json.',
    fix: 'Choose another output folder, move the file, or overwrite it with --force.',
  },
  SVC7012: {
    severity: 'warning',
    title: 'Edited file is no longer generated',
    meaning: 'The input no longer produces this generated file. The file was edited, so it is kept.',
    example: 'src/generated/models/story.ts was edited, and /stories was removed from the RAML file.',
    fix: 'Delete the file, or remove it with --force.',
  },
  SVC7013: {
    severity: 'warning',
    title: 'Stub is no longer used',
    meaning:
      'The API no longer uses this function. The function may have been renamed in a schema, or the route of a custom action may have changed. The file contains your code, so it is kept. Registering a function under an unknown name is a compile error.',
    example: 'src/handlers/send-mail.ts contains your code, and no "_event_handlers" names send_mail.',
    fix: 'Delete the file, or use the function in the API again. If the function was renamed, move its code to the file with the new name.',
  },
  SVC7014: {
    severity: 'warning',
    title: 'Missing migration',
    meaning:
      'The lock file lists a migration that is missing from the folder. svcgen never regenerates a migration.',
    example: 'migrations/0001_initial.sqlite.sql was deleted.',
    fix: 'Restore the file from version control. To start over, delete migrations/ and .svcgen/lock.json.',
  },
  SVC7015: {
    title: 'Different engine',
    meaning:
      'The project was generated for one storage engine, but this run specifies the other. svcgen does not move data between engines.',
    example:
      'svcgen generate api.raml -o out --engine svc_mongodb, when out contains a project for svc_sqla.',
    fix: 'Remove --engine, or change the engine with --force.',
  },
  SVC7016: {
    title: 'Destructive change',
    meaning:
      'The migration for the new input would lose stored data, because a field or model is removed, or because some values cannot be converted to a new type.',
    example: 'The "title" field was removed from story.json.',
    fix: 'Add "_renamed_from" if the field or model was renamed, or accept the data loss with --allow-destructive.',
  },
  SVC7017: {
    severity: 'warning',
    title: 'Migrations cannot be computed without the lock file',
    meaning:
      'svcgen computes a migration by comparing the input with that of the last run, which is recorded in .svcgen/lock.json. The lock file is missing but migrations exist, so svcgen assumes that they are complete.',
    example: '.svcgen/lock.json was deleted, but migrations/0001_initial.sqlite.sql was not.',
    fix: 'Restore .svcgen/lock.json from version control. If that is not possible and the stored schema has changed since the newest migration, write a migration for these changes yourself.',
  },
  SVC7018: {
    severity: 'warning',
    title: 'Edited file is outdated',
    meaning:
      'A file that svcgen writes only once, such as Dockerfile or README.md, was created for an earlier input, engine or version of svcgen. It contains your edits, so it is kept.',
    example: 'svcgen generate --engine svc_mongodb --force, after the Dockerfile was edited.',
    fix: 'Apply the changes you need by hand, or delete the file and run again with --force.',
  },
  SVC7019: {
    severity: 'warning',
    title: 'Custom code no longer matches the input',
    meaning:
      'Your code names a field, an event tag or a function that no longer exists in the input, or a function is in the wrong file and is not registered under its name.',
    example: 'src/handlers/tidy-title.ts reads event.fields.title, and Story no longer has a "title" field.',
    fix: 'Update the code, then check it with npm run typecheck.',
  },
  SVC7020: {
    title: 'Lock file is corrupted',
    meaning:
      'The contents of .svcgen/lock.json are not what svcgen wrote. Without the lock file, svcgen does not know which files it created.',
    example: 'The second half of .svcgen/lock.json is missing.',
    fix: 'Restore the file from version control, or delete it and run again with --force, which rewrites the generated files and keeps your own files.',
  },
  SVC7021: {
    title: 'Lock file has a merge conflict',
    meaning: '.svcgen/lock.json contains Git conflict markers.',
    example: '<<<<<<< HEAD',
    fix: 'Choose either side (git checkout --ours .svcgen/lock.json), then run svcgen generate --force, which rewrites the lock file and the generated files.',
  },
  SVC7022: {
    title: 'Lock file from a newer svcgen',
    meaning:
      'The project was generated by a newer version of svcgen. This version would undo its changes, or cannot read its lock file.',
    example: 'svcgen 1.1.0 in CI, and { "generator": "1.2.0", … } in .svcgen/lock.json.',
    fix: 'Use the version with which the project was generated, or a newer one.',
  },
  SVC7023: {
    severity: 'warning',
    title: 'Migration repeats changes',
    meaning:
      'Two branches with migrations were merged, and the lock file lists only the migrations from one branch. If a migration from the other branch makes exactly the same changes as the new one, it is used instead. If it makes only some of them, both are kept.',
    example:
      'migrations/0002_create-book.sqlite.sql was added by a merge, and the fields of Book have changed since.',
    fix: 'From the new migration, remove the changes that the other migration already makes. If both branches change the same table, remove the new migration and that of one branch, take .svcgen/lock.json from the other branch, and run svcgen generate --force: SQLite copies a table with the columns that a branch knows.',
  },
  SVC7024: {
    severity: 'warning',
    title: 'Existing rows have no value',
    meaning:
      'A field or relationship becomes required, and svcgen does not know which value existing rows should get. "npm run migrate" rejects the migration if any row has no value.',
    example: 'story.json makes "state" required, but sets neither "default" nor "_backfill".',
    fix: '"state": { "_db_settings": { "type": "string", "required": true }, "_backfill": "draft" }',
  },
  SVC7025: {
    severity: 'warning',
    title: 'Migration cannot be amended',
    meaning:
      '"--amend" replaces the newest migration with one that also covers the new changes. It does not replace a migration that was edited by hand, or one that the lock file does not describe.',
    example:
      'svcgen generate api.raml -o out --amend, after migrations/0002_add-story-state.sqlite.sql was edited.',
    fix: 'Use the added migration, or restore the newest one from version control and run again.',
  },
  SVC7026: {
    severity: 'warning',
    title: 'Removed choice',
    meaning:
      'Existing rows might have a value that is no longer a choice of the field. The database does not accept such rows, so "npm run migrate" counts them first, and fails if there are any. "_backfill" replaces these values.',
    example: '"choices": ["open", "closed"], which were ["draft", "open", "closed"]',
    fix: '"state": { "_db_settings": { "type": "choice", "choices": ["open", "closed"] }, "_backfill": "open" }',
  },
  SVC7027: {
    severity: 'warning',
    title: 'New packages',
    meaning: 'The generated code needs packages that were added to "package.json" and are not installed yet.',
    example: 'svcgen generate api.raml -o service --features metrics',
    fix: 'Run "npm install" in the output folder.',
  },
  SVC7030: {
    title: 'Expected a folder, found a file',
    meaning: 'svcgen needs a folder with this name, but a file with this name exists.',
    example: 'svcgen generate api.raml -o notes.txt',
    fix: 'Move the file, or choose another output folder.',
  },
  SVC7031: {
    title: 'Expected a file, found a folder',
    meaning: 'svcgen needs to write a file with this name, but a folder with this name exists.',
    example: 'A folder named openapi.json.',
    fix: 'Move or rename the folder.',
  },
  SVC7032: {
    title: 'Symbolic link points outside the output folder',
    meaning: 'svcgen writes only inside the output folder. Following this link would write elsewhere.',
    example: 'src/generated is a link to /srv/shared.',
    fix: 'Replace the link with a folder.',
  },
  SVC7033: {
    title: 'Cannot read or write the output folder',
    meaning: 'The operating system refused access, or the disk is full or read-only.',
    example: 'svcgen generate api.raml -o /usr/lib/api',
    fix: 'Change the permissions, free disk space, or choose another output folder.',
  },
  SVC7034: {
    title: 'File names differ only in case',
    meaning: 'On case-insensitive file systems, the two files would overwrite each other.',
    example: 'src/handlers/Notify.ts and src/handlers/notify.ts',
    fix: 'Rename one of them in the input.',
  },
  SVC7035: {
    title: 'Output folder is locked',
    meaning:
      'Another svcgen process is generating into the same output folder and did not finish within a few seconds.',
    example: 'Two svcgen generate commands running at the same time with the same -o.',
    fix: 'Wait for the other process, or stop it.',
  },
  SVC7036: {
    title: 'Invalid package.json',
    meaning:
      'svcgen adds the dependencies of the generated code to your package.json, but the file is not a JSON object.',
    example: '{ "name": "api", }',
    fix: '{ "name": "api" }',
  },
  SVC7037: {
    severity: 'warning',
    title: 'Stub of an action has a new name',
    meaning:
      'The name of a custom action has a suffix only if another action would have the same name. If that changes, or if an earlier version of svcgen used another name, your file moves to its new name.',
    example:
      'Adding GET /a-b to an API with GET /a/b moves src/actions/get-a-b.ts to src/actions/get-a-b-0ce7d8.ts.',
    fix: 'Check references to the former name in your tests and scripts.',
  },
  SVC7038: {
    title: 'API cannot have the feature',
    meaning: 'The feature needs something that the API does not declare.',
    example: 'svcgen generate api.raml -o out --features accounts, if users have no email field.',
    fix: 'Declare what the message names, or leave the feature out.',
  },
  SVC7039: {
    severity: 'warning',
    title: 'Raised versions',
    meaning:
      'The ranges in "package.json" allowed versions with which the generated code is not tested, and which can have known vulnerabilities. They now start at the versions that a new project gets. Pinned versions stay pinned.',
    example: '"fastify": "^5.6.1" in package.json, which is now "^5.12.8".',
    fix: 'Run "npm install" in the output folder, and your tests.',
  },
  SVC7040: {
    title: 'Files already exist',
    meaning: 'svcgen init only creates new files, and some of them already exist.',
    example: 'svcgen init . in a folder that contains an api.raml.',
    fix: 'Choose another folder.',
  },
  SVC7041: {
    severity: 'warning',
    title: 'Authentication is off',
    meaning:
      'The API has got authentication, but service.ini, which was written for an API without it and belongs to you, contains "auth = false". The service checks neither credentials nor access rules. This is reported once.',
    example: 'security was added to api.yaml, and service.ini contains auth = false.',
    fix: 'auth = true',
  },
  SVC7090: {
    title: 'Internal error',
    meaning: 'This is a bug in svcgen, not an error in your input.',
    example: 'An unexpected exception.',
    fix: 'Run again with SVCGEN_DEBUG=1 to see the stack trace, and report it together with your input.',
  },
} as const satisfies Record<string, WrittenEntry>
