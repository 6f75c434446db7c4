import type { CatalogueEntry } from './entry.js'

export const outputCodes = {
  SVC7001: {
    severity: 'error',
    title: 'Wrong arguments',
    meaning:
      'The command line names a command, an option or a value that svcgen does not know, or leaves out one that it needs.',
    example: 'svcgen generate api.raml --engine svc_sql',
    mend: 'svcgen generate api.raml -o out --engine svc_sqla',
  },
  SVC7002: {
    severity: 'error',
    title: 'Unknown key in the settings file',
    meaning:
      'svcgen.config.json and svcgen.config.yaml take the long names of the options of the command line, and nothing else.',
    example: '{ "engin": "svc_sqla" }',
    mend: '{ "engine": "svc_sqla" }',
  },
  SVC7003: {
    severity: 'error',
    title: 'Wrong value in the settings file',
    meaning: 'A setting has a value of another kind than the option of that name takes.',
    example: '{ "force": "please" }',
    mend: '{ "force": true }',
  },
  SVC7004: {
    severity: 'error',
    title: 'Settings file cannot be read',
    meaning:
      'svcgen.config.json or svcgen.config.yaml is no JSON or YAML map, or both stand beside the RAML file.',
    example: 'engine: [svc_sqla',
    mend: 'engine: svc_sqla',
  },
  SVC7005: {
    severity: 'error',
    title: 'Settings that shut each other out',
    meaning: 'The settings file turns on two ways to run generate, of which one only can be taken.',
    example: '{ "check": true, "watch": true }',
    mend: '{ "check": true }',
  },
  SVC7010: {
    severity: 'error',
    title: 'Generated file edited by hand',
    meaning:
      'Files under src/generated, test/generated and the like are written anew by each run. This one has been changed since, and the change would be lost.',
    example: 'A line added to src/generated/routes/stories.ts.',
    mend: 'Move the change to a file of yours (a handler, src/app.ts), or give it up with --force.',
  },
  SVC7011: {
    severity: 'error',
    title: 'A file of somebody else is in the way',
    meaning:
      'svcgen would write a file where there is one that it did not write; or its lock, which would know the file, is lost.',
    example: 'svcgen generate api.raml -o . in a folder that has an openapi.json of its own.',
    mend: 'Choose another output folder, move the file, or overwrite it with --force.',
  },
  SVC7012: {
    severity: 'warning',
    title: 'Edited file is no longer generated',
    meaning: 'The input no longer asks for a generated file, but it was edited by hand, so it is kept.',
    example: 'src/generated/models/story.ts was edited, and /stories is gone from the RAML file.',
    mend: 'Delete the file, or let --force remove it.',
  },
  SVC7013: {
    severity: 'warning',
    title: 'Stub is no longer used',
    meaning:
      'No schema names this function any more. It holds code of yours, so it is kept; registering a name that is unknown does not compile.',
    example: 'src/handlers/send-mail.ts has your code, and no _event_handlers names send_mail.',
    mend: 'Delete the file, or name the function in a schema again. Where it has a new name, move its code to the file of that name.',
  },
  SVC7014: {
    severity: 'warning',
    title: 'Migration is missing',
    meaning:
      'The lock has a migration that no longer stands in the folder. Migrations are only ever appended, so it is not made again.',
    example: 'migrations/0001_initial.sqlite.sql was deleted.',
    mend: 'Bring the file back from version control; or, to start anew, delete migrations/ and .svcgen/lock.json.',
  },
  SVC7015: {
    severity: 'error',
    title: 'Another engine',
    meaning:
      'The project was generated for one storage engine, and this run names the other. Data does not move by itself.',
    example: 'svcgen generate api.raml -o out --engine svc_mongodb, where out holds a project for svc_sqla.',
    mend: 'Leave --engine out, or change the engine with --force.',
  },
  SVC7016: {
    severity: 'error',
    title: 'Change would lose data',
    meaning: 'The database of the last run holds something that the new input has no place for.',
    example: 'The field "title" is gone from story.json.',
    mend: 'Say "_renamed_from" where something was renamed, or allow the loss with --allow-destructive.',
  },
  SVC7017: {
    severity: 'warning',
    title: 'No migration without the lock',
    meaning:
      'Migrations are made from the difference to the last run, which the lock holds. It is lost while migrations are there, so svcgen takes them to be complete.',
    example: '.svcgen/lock.json was deleted, migrations/0001_initial.sqlite.sql was not.',
    mend: 'Bring .svcgen/lock.json back from version control; if the stored shape has changed since, write that migration yourself.',
  },
  SVC7018: {
    severity: 'warning',
    title: 'Edited file would be written differently now',
    meaning:
      'A file that svcgen writes once, such as Dockerfile or README.md, was made for an earlier input, engine or version of svcgen, and holds edits of yours, so it is kept.',
    example: 'svcgen generate --engine svc_mongodb --force, where the Dockerfile was edited.',
    mend: 'Take over what you need of the difference; or delete the file and run again with --force.',
  },
  SVC7019: {
    severity: 'warning',
    title: 'Code of yours no longer fits',
    meaning:
      'A function or a test that holds code of yours names a field, a tag or a function that the input no longer has; or a function stands in the file of another and is not registered under its name.',
    example: 'src/handlers/tidy-title.ts reads event.fields.title, and Story has no "title" any more.',
    mend: 'Mend the code, and see with npm run typecheck whether it fits.',
  },
  SVC7020: {
    severity: 'error',
    title: 'Lock is broken',
    meaning:
      '.svcgen/lock.json is not what svcgen wrote: without it, svcgen does not know which files are its own.',
    example: 'Half of .svcgen/lock.json is cut off.',
    mend: 'Bring the file back from version control; or delete it and run again with --force: generated files are written anew, yours stay.',
  },
  SVC7021: {
    severity: 'error',
    title: 'Lock has a merge conflict',
    meaning: 'git could not merge two versions of .svcgen/lock.json.',
    example: '<<<<<<< HEAD',
    mend: 'Take either side whole (git checkout --ours .svcgen/lock.json) and run svcgen generate --force: it writes the lock and the generated files anew.',
  },
  SVC7022: {
    severity: 'error',
    title: 'Lock of a newer svcgen',
    meaning: 'The project was generated by a newer version of svcgen, whose lock this one cannot read.',
    example: '{ "version": 2, … }',
    mend: 'Use the newer version of svcgen.',
  },
  SVC7023: {
    severity: 'warning',
    title: 'Migration does something again',
    meaning:
      'Branches with migrations of their own were merged, and the lock of one side knows nothing of the other side’s. A migration that does just what the new one would is taken in its place; one that does a part of it is not.',
    example:
      'migrations/0002_create-book.sqlite.sql came with a merge; the fields of Book have changed since.',
    mend: 'Take out of the new migration what the other one has done.',
  },
  SVC7030: {
    severity: 'error',
    title: 'File where a folder is needed',
    meaning: 'svcgen must write into a folder of this name, but a file stands there.',
    example: 'svcgen generate api.raml -o notes.txt',
    mend: 'Move the file, or choose another output folder.',
  },
  SVC7031: {
    severity: 'error',
    title: 'Folder where a file is needed',
    meaning: 'svcgen must write a file of this name, but a folder stands there.',
    example: 'A folder called openapi.json.',
    mend: 'Move the folder.',
  },
  SVC7032: {
    severity: 'error',
    title: 'Symbolic link leads out of the output folder',
    meaning: 'svcgen writes inside the output folder alone, and a link would take it elsewhere.',
    example: 'src/generated is a link to /srv/shared.',
    mend: 'Put a folder in place of the link.',
  },
  SVC7033: {
    severity: 'error',
    title: 'Output folder cannot be read or written',
    meaning: 'The system refused to read or to write: permissions, a read-only or a full disk.',
    example: 'svcgen generate api.raml -o /usr/lib/api',
    mend: 'Change the permissions, make room, or choose another output folder.',
  },
  SVC7034: {
    severity: 'error',
    title: 'Names differ in case only',
    meaning:
      'Two files would have the same name on systems that do not tell capitals apart, and overwrite each other.',
    example: 'src/handlers/Notify.ts and src/handlers/notify.ts',
    mend: 'Rename one of the two in the input.',
  },
  SVC7035: {
    severity: 'error',
    title: 'Another run is at work',
    meaning: 'Another svcgen generates into the same output folder, and was not done within some seconds.',
    example: 'svcgen generate twice at once, with the same -o.',
    mend: 'Wait for the other run, or end it.',
  },
  SVC7036: {
    severity: 'error',
    title: 'package.json is no JSON object',
    meaning:
      'svcgen adds the dependencies that the generated code needs to your package.json, and cannot read it.',
    example: '{ "name": "api", }',
    mend: '{ "name": "api" }',
  },
  SVC7040: {
    severity: 'error',
    title: 'Files are there already',
    meaning: 'svcgen init writes new files only, and some of them exist.',
    example: 'svcgen init . where there is an api.raml.',
    mend: 'Choose another folder.',
  },
  SVC7090: {
    severity: 'error',
    title: 'Fault in svcgen',
    meaning: 'Something went wrong in svcgen itself, not in your input.',
    example: 'A run ends with this code.',
    mend: 'Run again with SVCGEN_DEBUG=1 to see where, and report it with your input.',
  },
} as const satisfies Record<string, CatalogueEntry>
