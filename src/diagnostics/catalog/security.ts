import type { WrittenEntry } from './entry.js'

export const securityCodes = {
  SVC5001: {
    title: 'Invalid ACL rule',
    meaning:
      'An ACL rule consists of "allow" or "deny", a principal, and a comma-separated list of permissions.',
    example: 'permit everyone view',
    fix: 'allow everyone view',
  },
  SVC5002: {
    title: 'Unknown permission',
    meaning: 'The permissions are "view", "create", "update", "delete", "options" and "all".',
    example: 'allow everyone veiw',
    fix: 'allow everyone view',
  },
  SVC5003: {
    severity: 'warning',
    title: 'HTTP method used as a permission',
    meaning:
      'Older files use HTTP methods as permissions. They are supported: get means view, post means create, patch and put mean update, and delete means delete.',
    example: 'allow everyone get',
    fix: 'allow everyone view',
  },
  SVC5004: {
    title: 'Invalid principal',
    meaning:
      'A principal is everyone, authenticated, g: followed by a group, the name of a group or user, or the name of a function in double braces, such as {{is_owner}}.',
    example: 'allow g: view',
    fix: 'allow g:admin view',
  },
  SVC5005: {
    severity: 'warning',
    title: 'Unreachable ACL rule',
    meaning:
      'The first matching rule decides. Earlier rules already match every request that this rule could match.',
    example: 'allow everyone all\ndeny g:guests delete',
    fix: 'Move the more specific rule up.',
  },
  SVC5006: {
    severity: 'warning',
    title: 'Inaccessible route',
    meaning:
      'No rule in the ACL, or no row rule of the model, grants anyone the permission that this route requires.',
    example: '"delete" on /stories/{id}, and an ACL with only "allow everyone view"',
    fix: 'Add a rule for the permission, such as "allow g:admin delete".',
  },
  SVC5007: {
    severity: 'warning',
    title: 'Resource without an ACL',
    meaning:
      'If authentication is enabled and no x-ACL scheme applies to a resource, every authenticated user has all permissions on it.',
    example: 'securedBy: [x_ticket_auth] at the root, and no x-ACL scheme on /stories',
    fix: 'Add an x-ACL scheme to the resource\'s "securedBy".',
  },
  SVC5008: {
    severity: 'warning',
    title: 'Unknown security scheme setting',
    meaning: 'Unknown settings are ignored. The name might be misspelled.',
    example: 'settings:\n  cookie_nmae: session',
    fix: 'settings:\n  cookie_name: session',
  },
  SVC5047: {
    severity: 'warning',
    title: 'Unusual security scheme setting',
    meaning:
      'RAML 0.8 does not define this value. The setting only documents the scheme, so that the service is not affected.',
    example: 'settings:\n  authorizationGrants: [client_credentials]',
    fix: 'settings:\n  authorizationGrants: [credentials]',
  },
  SVC5009: {
    title: 'Invalid security scheme setting',
    meaning: 'The value is not allowed for this setting.',
    example: 'settings:\n  hashalg: md5',
    fix: 'settings:\n  hashalg: sha512',
  },
  SVC5010: {
    severity: 'warning',
    title: 'Secret in the RAML file',
    meaning:
      '"secret" should be the name of the setting that contains the secret. A value that is not a valid name is treated as the secret itself and written to service.ini.',
    example: 'settings:\n  secret: "k8#fj29!x"',
    fix: 'settings:\n  secret: auth_tkt_secret',
  },
  SVC5011: {
    title: 'Multiple auth models',
    meaning: 'All users are items of the same model, so only one schema can have "_auth_model": true.',
    example: '"_auth_model": true in both user.json and admin.json',
    fix: 'Remove "_auth_model" from all schemas but one.',
  },
  SVC5012: {
    title: 'Auth model lacks required fields',
    meaning:
      'If people log in to the service, the auth model needs a primary key of type string, which is the login name, and a "password" field of type string. Otherwise, the key can be an integer as well.',
    example: '{ "_auth_model": true, "properties": { "username": { … } } }, without a password',
    fix: '"password": { "_db_settings": { "type": "string", "required": true } }',
  },
  SVC5013: {
    severity: 'warning',
    title: 'Multiple schemes of the same type',
    meaning:
      'A service supports one x-Ticket and one x-ApiKey scheme, and each method supports one x-ACL scheme. The first one is used; the others are ignored.',
    example: 'two schemes of type x-Ticket, or securedBy: [story_acl, admin_acl]',
    fix: 'Keep only one of them.',
  },
  SVC5014: {
    severity: 'warning',
    title: 'Scheme type resembles a built-in type',
    meaning:
      'svcgen implements the types x-Ticket, x-ApiKey and x-ACL. The credentials of all other custom types are checked by a function that you write.',
    example: 'type: x-ticket',
    fix: 'type: x-Ticket',
  },
  SVC5015: {
    severity: 'warning',
    title: 'User is used as the auth model',
    meaning:
      'Authentication is enabled, but no schema has "_auth_model": true. The model User is used and gets the fields that it lacks. If User is not suitable, for example because its primary key is not a string, svcgen adds a separate auth model.',
    example: 'An x-Ticket scheme, and a user.json without "_auth_model"',
    fix: 'Add "_auth_model": true and the fields "email", "password" and "groups" to the schema.',
  },
  SVC5016: {
    severity: 'warning',
    title: 'Group without members',
    meaning:
      'The "choices" of the auth model\'s "groups" field do not include the group in this rule, so the rule never matches.',
    example: 'allow g:editors update, and "choices": ["admin", "editor"]',
    fix: 'allow g:editor update',
  },
  SVC5017: {
    severity: 'warning',
    title: 'Anyone can change data',
    meaning:
      'Authentication is enabled, but the ACL allows everyone to create, update or delete. An ACL with an empty "collection" has the same effect.',
    example: 'allow everyone all',
    fix: 'allow authenticated all',
  },
  SVC5018: {
    severity: 'warning',
    title: 'Security scheme without settings',
    meaning:
      'An x-Ticket scheme needs the name of the setting that contains its secret. An x-ACL scheme needs rules in "collection", "item" or both.',
    example: '- story_acl:\n    type: x-ACL',
    fix: '- story_acl:\n    type: x-ACL\n    settings:\n      collection: allow authenticated all',
  },
  SVC5019: {
    severity: 'warning',
    title: 'Write rule without authentication',
    meaning:
      'The API declares no authentication scheme, ACL or auth model, so callers have no groups or names that "_writable_by" could check.',
    example: '"status": { "_writable_by": ["g:editor"], … }, and no securitySchemes in the RAML file',
    fix: 'securitySchemes:\n  - ticket:\n      type: x-Ticket',
  },
  SVC5020: {
    severity: 'warning',
    title: 'Bulk requests bypass item rules',
    meaning:
      'PATCH, PUT and DELETE on a collection check only the "collection" rules. With these rules, bulk requests can change or delete items protected by the "item" rules.',
    example:
      '/stories with "delete", and collection: allow authenticated all, item: allow {{is_owner}} all; deny everyone all',
    fix: 'collection: allow authenticated view, create',
  },
  SVC5021: {
    severity: 'warning',
    title: 'Access rules without authentication',
    meaning:
      'ACLs, row rules and "_writable_by" depend on the caller, and no operation names an authentication scheme. service.ini is therefore written with "auth = false", and everyone can read and change everything.',
    example: 'securedBy: [story_acl] on /stories, and no scheme of type x-Ticket in any "securedBy"',
    fix: 'securedBy: [ticket] at the root',
  },
  SVC5040: {
    title: 'Invalid row rule',
    meaning:
      'A rule in "_row_rules" must have the form "allow <principal> <permissions>" or "allow <principal> <permissions> where <filters>". There are no "deny" rules, because callers see only the rows that a rule allows.',
    example: '"_row_rules": ["deny everyone view"]',
    fix: '"_row_rules": ["allow g:admin all"]',
  },
  SVC5041: {
    title: 'Row rules without authentication',
    meaning: 'Row rules depend on the caller, so the API must have an authentication scheme.',
    example: '"_row_rules": ["allow g:admin all"] in an API without an x-Ticket or x-ApiKey scheme',
    fix: 'securedBy: [ticket]',
  },
  SVC5042: {
    title: 'Unknown field or operator in a row rule',
    meaning:
      'A filter in "_row_rules" names a stored field of the model, a relation, or a field of related items, as in "project.owner". An operator after "__" must apply to the type of the field.',
    example: '"allow authenticated view where onwer={{user.username}}"',
    fix: '"allow authenticated view where owner={{user.username}}"',
  },
  SVC5043: {
    title: 'Invalid value in a row rule',
    meaning:
      'A value in "_row_rules" must fit the type of its field. {{user.<field>}} is a field or a to-one relation of the auth model, {{now}} is a datetime and {{today}} is a date.',
    example: '"allow everyone view where published=yes"',
    fix: '"allow everyone view where published=true"',
  },
  SVC5044: {
    title: 'Row rule that never matches',
    meaning: 'No caller or no row can satisfy this rule in "_row_rules".',
    example: '"allow everyone view where status=draft&status=published"',
    fix: '"allow everyone view where status__in=draft,published"',
  },
  SVC5045: {
    severity: 'warning',
    title: 'Model without row rules',
    meaning:
      'Some models have "_row_rules" and others do not. The rows of a model without the key are not restricted: callers with permission to use a route can use all rows, also below a parent that row rules restrict. The message names up to three of the operations, first those that write.',
    example: '"_row_rules" in Project, but not in Task',
    fix: '"_row_rules": ["allow everyone all"] in Task, if all callers may see all tasks',
  },
  SVC5046: {
    severity: 'warning',
    title: 'Row rule without an index',
    meaning:
      'The conditions of row rules are part of every statement. Without an index on the field that the first filter compares, a list reads all rows of the table.',
    example: '"allow everyone view where published=true", and no index on "published"',
    fix: '"_db_settings": { "type": "boolean", "index": true }',
  },
  SVC5049: {
    title: 'Invalid "x-permission"',
    meaning:
      'With "x-permission: view", callers who can only view an item can use a function of yours on or below it, which otherwise requires "update", or "delete" for a DELETE. The key has no other value, and no effect on operations that stored items answer.',
    example: '/listings/{slug}/favorite:\n  put: { operationId: favorite, x-permission: read }',
    fix: '/listings/{slug}/favorite:\n  put: { operationId: favorite, x-permission: view }',
  },
  SVC5048: {
    severity: 'warning',
    title: 'Row rule with a value that its user chooses',
    meaning:
      'The rule compares rows with a field of the caller, and callers can write this field themselves, or choose its value at registration. They can therefore give themselves access to the rows of others.',
    example:
      '"allow authenticated view where tenant={{user.tenant}}", and "tenant" in the "_register_fields" of the auth model',
    fix: '"readOnly": true or "_writable_by": ["g:admin"] in "tenant"',
  },
  SVC5031: {
    title: 'Invalid parameters of a security scheme',
    meaning:
      'In "securedBy", an OAuth 2.0 scheme has only the parameter "scopes": the list of the scopes that the route requires. A scope cannot contain spaces or quotes (RFC 6749, 3.3).',
    example: 'securedBy: [oauth: { scopes: admin }]',
    fix: 'securedBy: [oauth: { scopes: [admin] }]',
  },
  SVC5032: {
    severity: 'warning',
    title: 'Parameter of a security scheme has no effect',
    meaning:
      'In "securedBy", schemes of the types x-Ticket, x-ApiKey and x-ACL have no parameters, so they cannot require scopes. An OAuth 2.0 scheme has only the parameter "scopes".',
    example: 'securedBy: [ticket: { scopes: [admin] }]',
    fix: 'securedBy: [ticket, admin_acl]',
  },
  SVC5033: {
    severity: 'warning',
    title: 'Undeclared scope',
    meaning:
      'The "scopes" in the settings of the OAuth 2.0 scheme do not include this scope. If the identity provider does not grant it either, nobody can use the route.',
    example: 'securedBy: [oauth: { scopes: [amdin] }], and a scheme with scopes: [admin]',
    fix: 'securedBy: [oauth: { scopes: [admin] }]',
  },
  SVC5051: {
    severity: 'warning',
    title: 'Email address that several users can have',
    meaning:
      'Users log in with their key or with their email address, and identity providers can identify them by it. If the address is not unique, anybody can register with that of another user, and it is not certain who logs in with it.',
    example: '"email": { "_db_settings": { "type": "string" } } in the auth model',
    fix: '"email": { "_db_settings": { "type": "string", "unique": true } }',
  },
  SVC5052: {
    severity: 'warning',
    title: 'Creation that item rules do not restrict',
    meaning:
      'A request that creates an item at its own path, such as a PUT that declares 201, or a POST of an only item, needs "create" by the rules of "collection". Without such rules, everything is allowed there, although "item" restricts the item once it exists.',
    example: "x-acl: { item: 'allow g:admin all' } at /settings, whose PUT declares 201",
    fix: "x-acl: { collection: 'allow g:admin create', item: 'allow g:admin all' }",
  },
  SVC5053: {
    severity: 'warning',
    title: 'Path with a value that callers cannot see',
    meaning:
      'The path finds items by a field that the lists of visible fields hide from callers who can use it. A 404 tells them that no item has the value, and any other status that one has it.',
    example: '/users/{email}, and "_public_fields": ["username"] in an API whose users everyone can view',
    fix: '"_public_fields": ["username", "email"]',
  },
  SVC5059: {
    severity: 'warning',
    title: 'List in an order by a field that callers cannot see',
    meaning:
      'The list is sorted by a field that the lists of visible fields hide from callers who can use it. The order would tell them about the values, so that their requests are a 403 unless they select another order.',
    example: 'x-sort: -salary, and x-auth-fields: [name]',
    fix: 'x-sort: name',
  },
  SVC5060: {
    severity: 'warning',
    title: 'Negation beside a filter through the same list',
    meaning:
      'Filters that lead through the same list mean the same related item, except for "ne", "nin" and "exists=false", which mean that the list has no such item. Beside another filter, the rule excludes a row as soon as any item of its list has the value.',
    example: 'allow authenticated update where members.user={{user.id}}&members.role__ne=guest',
    fix: 'allow authenticated update where members.user={{user.id}}&members.role__in=owner,member',
  },
} as const satisfies Record<string, WrittenEntry>
