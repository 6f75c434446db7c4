import type { CatalogueEntry } from './entry.js'

export const securityCodes = {
  SVC5001: {
    severity: 'error',
    title: 'An ACL rule that cannot be read',
    meaning: 'A rule is "allow" or "deny", a principal, and permissions with commas between them.',
    example: 'permit everyone view',
    mend: 'allow everyone view',
  },
  SVC5002: {
    severity: 'error',
    title: 'An unknown permission',
    meaning: 'The permissions are view, create, update, delete, options and all.',
    example: 'allow everyone veiw',
    mend: 'allow everyone view',
  },
  SVC5003: {
    severity: 'warning',
    title: 'HTTP verbs as permissions',
    meaning:
      'Older files name the method in place of the permission. It is read as meant: get is view, post create, patch and put update, delete delete.',
    example: 'allow everyone get',
    mend: 'allow everyone view',
  },
  SVC5004: {
    severity: 'error',
    title: 'A broken principal',
    meaning:
      'A principal is everyone, authenticated, g: and a group, the name of a group or user, or {{the name of a function}}.',
    example: 'allow g: view',
    mend: 'allow g:admin view',
  },
  SVC5005: {
    severity: 'warning',
    title: 'A rule that never applies',
    meaning: 'The first rule that fits decides. Earlier ones decide all that this one is about.',
    example: 'allow everyone all\ndeny g:guests delete',
    mend: 'Move the narrower rule up.',
  },
  SVC5006: {
    severity: 'warning',
    title: 'A route that nobody may use',
    meaning:
      'No rule of the ACL allows anyone the permission that the route needs, so that every request is refused.',
    example: 'a "delete" on /stories/{id}, and an ACL with "allow everyone view" alone',
    mend: 'Add a rule for the permission, or remove the method.',
  },
  SVC5007: {
    severity: 'warning',
    title: 'Resources without an ACL',
    meaning:
      'Where callers log in and no x-ACL scheme is named, everyone who is logged in may do everything.',
    example: 'securedBy: [x_ticket_auth] at the root, and no x-ACL at /stories',
    mend: 'Name an x-ACL scheme in the resource\'s "securedBy".',
  },
  SVC5008: {
    severity: 'warning',
    title: 'An unknown setting of a security scheme',
    meaning: 'The setting is not known, and changes nothing. It may be misspelt.',
    example: 'settings:\n  cookie_nmae: session',
    mend: 'settings:\n  cookie_name: session',
  },
  SVC5009: {
    severity: 'error',
    title: 'A setting of a security scheme with a wrong value',
    meaning: 'The value is not one that the setting can have.',
    example: 'settings:\n  hashalg: md5',
    mend: 'settings:\n  hashalg: sha512',
  },
  SVC5010: {
    severity: 'warning',
    title: 'A secret in the RAML file',
    meaning:
      '"secret" is the name of a setting that holds the secret. What is no name is taken for the secret itself, and goes to service.ini.',
    example: 'settings:\n  secret: "k8#fj29!x"',
    mend: 'settings:\n  secret: auth_tkt_secret',
  },
  SVC5011: {
    severity: 'error',
    title: 'Several auth models',
    meaning: 'Callers are items of one model; only one schema may say "_auth_model": true.',
    example: '"_auth_model": true in both user.json and admin.json',
    mend: 'Leave it to one of them.',
  },
  SVC5012: {
    severity: 'error',
    title: 'An auth model that cannot log anyone in',
    meaning:
      'The items of the auth model need a text as their key, by which they log in, and a text field "password".',
    example: '{ "_auth_model": true, "properties": { "username": { … } } }, without a password',
    mend: '"password": { "_db_settings": { "type": "string", "required": true } }',
  },
  SVC5013: {
    severity: 'warning',
    title: 'A second scheme of one type',
    meaning:
      'A service has one x-Ticket and one x-ApiKey scheme, and each method one x-ACL. The first is used, and the others change nothing.',
    example: 'two schemes of type x-Ticket, or securedBy: [story_acl, admin_acl]',
    mend: 'Leave one of them.',
  },
  SVC5014: {
    severity: 'warning',
    title: 'A scheme that is not checked',
    meaning:
      'Only x-Ticket, x-ApiKey and x-ACL are known. A scheme of another type is documentation: requests are not checked for it.',
    example: 'type: OAuth 2.0',
    mend: 'type: x-Ticket',
  },
  SVC5015: {
    severity: 'warning',
    title: 'The User model becomes the auth model',
    meaning:
      'Callers log in, and no schema says "_auth_model": true. The model User is taken, with the fields that it lacks; where its key is no text, a model of its own is made.',
    example: 'x-Ticket, and a user.json without "_auth_model"',
    mend: 'Add "_auth_model": true and the fields email, password and groups to the schema.',
  },
  SVC5016: {
    severity: 'warning',
    title: 'A group that nobody can be in',
    meaning:
      'The "choices" of the auth model\'s "groups" do not have the group, so that the rule fits nobody.',
    example: 'allow g:editors update, and "choices": ["admin", "editor"]',
    mend: 'allow g:editor update',
  },
  SVC5017: {
    severity: 'warning',
    title: 'Routes by which anyone may change something',
    meaning:
      'Callers can log in, but the ACL allows everyone to create, update or delete here; so does an ACL whose "collection" is blank.',
    example: 'allow everyone all',
    mend: 'allow authenticated all',
  },
  SVC5018: {
    severity: 'warning',
    title: 'A security scheme without its settings',
    meaning:
      'An x-Ticket scheme names the setting that holds its secret, and an x-ACL scheme has rules in "collection", "item" or both.',
    example: '- story_acl:\n    type: x-ACL',
    mend: '- story_acl:\n    type: x-ACL\n    settings:\n      collection: allow authenticated all',
  },
} as const satisfies Record<string, CatalogueEntry>
