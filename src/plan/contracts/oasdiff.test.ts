import { expect, test } from 'vitest'
import { breaksAt, OPERATION_RULES, type Place, PLACES, SCHEMA_CHANGES, type SchemaChange } from '../rules.js'

// The checks of oasdiff by level, as of its version 2: https://github.com/oasdiff/oasdiff. Errors and warnings are breaking.

/** Returns the names of a family of checks: `request-body-max-increased`, … */
function named(places: readonly string[], changes: string): readonly string[] {
  return places.flatMap((place) => changes.split(' ').map((change) => `${place}-${change}`))
}

const IN_REQUESTS = ['request-body', 'request-property']
const IN_RESPONSES = ['response-body', 'response-property']

const ERRORS_AND_WARNINGS = [
  'api-security-removed',
  'api-security-scope-added',
  'api-removed-without-deprecation',
  'api-removed-before-sunset',
  'sunset-deleted',
  'api-sunset-date-changed-too-small',
  'request-body-added-required',
  'new-required-request-parameter',
  'new-request-path-parameter',
  'new-required-request-header-property',
  'request-body-media-type-removed',
  'request-body-media-type-schema-added',
  'response-body-media-type-schema-removed',
  'request-body-removed',
  'request-body-became-required',
  'request-header-property-became-enum',
  'request-header-property-became-required',
  'request-parameter-became-required',
  'request-parameter-removed',
  'request-property-became-required',
  'request-property-became-required-with-default',
  'request-property-removed',
  'new-required-request-property',
  'new-required-request-property-with-default',
  'response-header-became-optional',
  'required-response-header-removed',
  'optional-response-header-removed',
  'response-media-type-removed',
  'response-property-became-optional',
  'response-required-property-removed',
  'response-required-property-became-not-write-only',
  'response-success-status-removed',
  'webhook-removed',
  ...named(['request-parameter'], 'became-enum became-not-nullable enum-value-removed max-items-decreased'),
  ...named(['request-parameter'], 'max-length-set max-length-decreased max-set max-decreased min-items-set'),
  ...named(['request-parameter'], 'min-items-increased min-length-increased min-set min-increased'),
  ...named(['request-parameter'], 'exclusive-max-set exclusive-max-decreased exclusive-min-set'),
  ...named(['request-parameter'], 'exclusive-min-increased pattern-added pattern-changed type-changed'),
  ...named(['request-parameter'], 'list-of-types-narrowed'),
  ...named(['request-parameter-property'], 'became-not-nullable enum-value-removed type-changed'),
  ...named(['request-parameter-property'], 'type-specialized list-of-types-narrowed'),
  ...named(IN_REQUESTS, 'any-of-removed one-of-removed became-enum became-not-nullable const-added'),
  ...named(IN_REQUESTS, 'const-changed enum-value-removed max-decreased max-set exclusive-max-decreased'),
  ...named(IN_REQUESTS, 'exclusive-max-set max-length-decreased max-length-set min-increased min-set'),
  ...named(IN_REQUESTS, 'exclusive-min-increased exclusive-min-set min-items-increased min-items-set'),
  ...named(IN_REQUESTS, 'min-length-increased type-changed list-of-types-narrowed prefix-items-removed'),
  ...named(IN_REQUESTS, 'if-added then-added else-added contains-added min-contains-increased'),
  ...named(IN_REQUESTS, 'max-contains-decreased dependent-required-added dependent-required-changed'),
  ...named(IN_REQUESTS, 'dependent-schema-added pattern-property-added property-names-added'),
  ...named(IN_REQUESTS, 'unevaluated-items-added unevaluated-properties-added content-schema-added'),
  ...named(IN_REQUESTS, 'content-media-type-changed content-encoding-changed max-items-decreased'),
  ...named(IN_REQUESTS, 'max-items-set max-properties-decreased max-properties-set'),
  ...named(IN_REQUESTS, 'min-properties-increased unique-items-set multiple-of-set multiple-of-changed'),
  ...named(['request-property'], 'pattern-added pattern-changed'),
  ...named(['request-body', 'response-body'], 'wrapped-in-one-of'),
  ...named(['response-header'], 'type-changed type-generalized became-nullable'),
  ...named(IN_RESPONSES, 'any-of-added one-of-added became-nullable const-removed const-changed'),
  ...named(IN_RESPONSES, 'max-increased exclusive-max-increased max-length-increased max-length-unset'),
  ...named(IN_RESPONSES, 'min-decreased exclusive-min-decreased min-items-decreased min-items-unset'),
  ...named(IN_RESPONSES, 'min-length-decreased type-changed type-generalized list-of-types-widened'),
  ...named(IN_RESPONSES, 'prefix-items-added if-removed then-removed else-removed contains-removed'),
  ...named(IN_RESPONSES, 'min-contains-decreased max-contains-increased dependent-required-removed'),
  ...named(IN_RESPONSES, 'dependent-required-changed dependent-schema-removed pattern-property-removed'),
  ...named(IN_RESPONSES, 'property-names-removed unevaluated-items-removed unevaluated-properties-removed'),
  ...named(IN_RESPONSES, 'content-schema-removed content-media-type-changed content-encoding-changed'),
  ...named(IN_RESPONSES, 'max-items-increased max-properties-increased min-properties-decreased'),
  ...named(IN_RESPONSES, 'unique-items-unset multiple-of-unset multiple-of-changed'),
  ...named(['response-property'], 'enum-value-added pattern-changed pattern-removed'),
]

const INFOS = [
  'endpoint-added',
  'endpoint-deprecated',
  'endpoint-deprecated-with-sunset',
  'endpoint-reactivated',
  'api-removed-with-deprecation',
  'api-security-added',
  'api-security-scope-removed',
  'api-operation-id-removed',
  'api-operation-id-added',
  'api-tag-removed',
  'api-tag-added',
  'webhook-added',
  'request-body-added-optional',
  'new-optional-request-parameter',
  'request-body-media-type-added',
  'request-body-media-type-schema-removed',
  'response-body-media-type-schema-added',
  'request-body-became-optional',
  'request-parameter-removed-with-deprecation',
  'request-parameter-became-optional',
  'request-parameter-deprecated',
  'request-parameter-reactivated',
  'request-property-became-optional',
  'new-optional-request-property',
  'response-header-added',
  'response-media-type-added',
  'response-property-became-required',
  'response-required-property-added',
  'response-optional-property-added',
  'response-success-status-added',
  'response-non-success-status-added',
  'response-non-success-status-removed',
  ...named(['request-property', 'response-property'], 'deprecated reactivated'),
  ...named(
    ['request-optional-property', 'request-required-property', 'response-optional-property'],
    'became-read-only became-not-read-only became-write-only became-not-write-only',
  ),
  ...named(['response-required-property'], 'became-read-only became-not-read-only became-write-only'),
  ...named(
    ['response-required-write-only-property', 'response-optional-write-only-property'],
    'added removed',
  ),
  ...named(['response-write-only-property'], 'became-optional became-required enum-value-added'),
  ...named(['request-read-only-property'], 'enum-value-removed max-decreased max-length-decreased'),
  ...named(['request-read-only-property'], 'min-increased exclusive-max-decreased exclusive-min-increased'),
  ...named(['request-read-only-property'], 'max-items-decreased max-properties-decreased'),
  ...named(['request-parameter'], 'became-nullable enum-value-added max-items-increased max-increased'),
  ...named(['request-parameter'], 'max-length-increased min-decreased min-items-decreased'),
  ...named(['request-parameter'], 'min-length-decreased exclusive-max-increased exclusive-min-decreased'),
  ...named(['request-parameter'], 'pattern-removed pattern-generalized type-generalized'),
  ...named(['request-parameter'], 'list-of-types-widened'),
  ...named(['request-parameter-property'], 'became-nullable enum-value-added type-generalized'),
  ...named(['request-parameter-property'], 'list-of-types-widened'),
  ...named(IN_REQUESTS, 'any-of-added one-of-added became-nullable const-removed max-increased'),
  ...named(IN_REQUESTS, 'exclusive-max-increased exclusive-min-decreased max-length-increased'),
  ...named(IN_REQUESTS, 'min-decreased min-length-decreased type-generalized list-of-types-widened'),
  ...named(IN_REQUESTS, 'prefix-items-added if-removed then-removed else-removed contains-removed'),
  ...named(IN_REQUESTS, 'min-contains-decreased max-contains-increased dependent-required-removed'),
  ...named(IN_REQUESTS, 'dependent-schema-removed pattern-property-removed property-names-removed'),
  ...named(IN_REQUESTS, 'unevaluated-items-removed unevaluated-properties-removed content-schema-removed'),
  ...named(IN_REQUESTS, 'max-items-increased max-properties-increased unique-items-unset'),
  ...named(IN_REQUESTS, 'multiple-of-unset multiple-of-generalized'),
  ...named(['request-property'], 'enum-value-added pattern-removed pattern-generalized'),
  ...named(IN_RESPONSES, 'any-of-removed one-of-removed became-not-nullable const-added'),
  ...named(IN_RESPONSES, 'type-specialized list-of-types-narrowed prefix-items-removed if-added'),
  ...named(IN_RESPONSES, 'then-added else-added contains-added min-contains-increased'),
  ...named(IN_RESPONSES, 'max-contains-decreased dependent-required-added dependent-schema-added'),
  ...named(IN_RESPONSES, 'pattern-property-added property-names-added unevaluated-items-added'),
  ...named(IN_RESPONSES, 'unevaluated-properties-added content-schema-added multiple-of-specialized'),
  ...named(['response-property'], 'pattern-added enum-value-removed'),
  ...named(['response-header'], 'type-specialized became-not-nullable'),
  ...named([...IN_REQUESTS, ...IN_RESPONSES], 'default-value-added default-value-removed'),
  ...named([...IN_REQUESTS, ...IN_RESPONSES], 'default-value-changed discriminator-added'),
  ...named([...IN_REQUESTS, ...IN_RESPONSES], 'discriminator-removed discriminator-property-name-changed'),
  ...named([...IN_REQUESTS, ...IN_RESPONSES], 'discriminator-mapping-added discriminator-mapping-deleted'),
  ...named([...IN_REQUESTS, ...IN_RESPONSES], 'discriminator-mapping-changed'),
]

/** The checks that are infos in oasdiff, or were errors in earlier versions, and that break clients of a service. */
const STRICTER = [
  'response-optional-property-removed',
  ...named(['request-parameter'], 'default-value-added default-value-changed default-value-removed'),
]

/** Returns whether a rule is breaking, or undefined if there is no such rule. */
function verdictOf(rule: string): boolean | undefined {
  const operation = new Map(Object.entries(OPERATION_RULES)).get(rule)
  if (operation !== undefined) return operation.breaking
  const places = Object.keys(PLACES).filter((place): place is Place => place in PLACES)
  const place = places
    .filter((each) => rule.startsWith(`${each}-`))
    .find((each) => rule.slice(each.length + 1) in SCHEMA_CHANGES)
  if (place === undefined) return undefined
  const changes = Object.keys(SCHEMA_CHANGES).filter((name): name is SchemaChange => name in SCHEMA_CHANGES)
  const change = changes.find((name) => name === rule.slice(place.length + 1))
  return change === undefined ? undefined : breaksAt(place, change)
}

test.each([
  ['errors and warnings are breaking', ERRORS_AND_WARNINGS, true],
  ['infos are not', INFOS, false],
  ['some infos are stricter here', STRICTER, true],
])("oasdiff's %s", (_name, rules, breaking) => {
  expect(rules.filter((rule) => verdictOf(rule) !== breaking)).toEqual([])
})
