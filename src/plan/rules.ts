// The rules by which `plan` judges changes. Their names and verdicts follow oasdiff where it has a rule for the change.

/** Whether a rule's change breaks clients, and what changed. */
interface RuleFacts {
  readonly breaking: boolean
  /** What changed, for the documentation: `An operation was added`. */
  readonly text: string
}

const breaking = (text: string): RuleFacts => ({ breaking: true, text })
const harmless = (text: string): RuleFacts => ({ breaking: false, text })

/** The rules on operations and their parts. */
export const OPERATION_RULES = {
  'endpoint-added': harmless('Operation added'),
  'api-removed-without-deprecation': breaking('Operation removed that was not deprecated'),
  'api-removed-with-deprecation': harmless('Deprecated operation removed that had no sunset or is past it'),
  'api-removed-before-sunset': breaking('Operation removed before its sunset'),
  'endpoint-deprecated': harmless('Operation deprecated'),
  'endpoint-deprecated-with-sunset': harmless('Operation deprecated, with a sunset'),
  'endpoint-reactivated': harmless('Operation no longer deprecated'),
  'api-sunset-added': harmless('Sunset added to a deprecated operation'),
  'sunset-deleted': breaking('Sunset removed from an operation that is still deprecated'),
  'api-sunset-date-changed-too-small': breaking('Sunset moved to an earlier date'),
  'api-sunset-date-postponed': harmless('Sunset moved to a later date'),
  'api-form-changed': breaking(
    'An operation on stored items answers as the document declares, or no longer does',
  ),
  'api-item-changed': breaking('An operation without the key of an item concerns another item'),
  'api-prefix-changed': breaking('All operations, or one, moved to another prefix'),
  'api-operation-id-removed': harmless('`operationId` removed or replaced'),
  'api-operation-id-added': harmless('`operationId` added'),
  'api-tag-removed': harmless('Tag removed'),
  'api-tag-added': harmless('Tag added'),
  'api-security-added': harmless('Another security scheme accepted'),
  'api-security-removed': breaking('Security scheme no longer accepted'),
  'api-security-scope-added': breaking('Scope required'),
  'api-security-scope-removed': harmless('Scope no longer required'),
  'access-narrowed': breaking('Some callers can no longer use an operation, such as anonymous ones'),
  'access-widened': harmless('More callers can use an operation'),
  'access-changed': breaking('Functions decide differently about access'),

  'new-request-path-parameter': breaking('Path parameter added'),
  'new-required-request-parameter': breaking('Required parameter added'),
  'new-optional-request-parameter': harmless('Optional parameter added'),
  'request-parameter-removed': breaking('Parameter removed'),
  'request-parameter-removed-with-deprecation': harmless('Deprecated parameter removed'),
  'request-parameter-became-required': breaking('Parameter became required'),
  'request-parameter-became-optional': harmless('Parameter became optional'),
  'request-parameter-deprecated': harmless('Parameter deprecated'),
  'request-parameter-reactivated': harmless('Parameter no longer deprecated'),
  'request-parameter-style-changed': breaking(
    'Parameter written in another way: `style`, `explode` or `content`',
  ),

  'request-body-added-required': breaking('Required request body added'),
  'request-body-added-optional': harmless('Optional request body added'),
  'request-body-removed': breaking('Request body removed'),
  'request-body-became-required': breaking('Request body became required'),
  'request-body-became-optional': harmless('Request body became optional'),
  'request-body-media-type-added': harmless('Media type added to the request body'),
  'request-body-media-type-removed': breaking('Media type removed from the request body'),
  'request-body-media-type-schema-added': breaking('Schema added to a request body that could be anything'),
  'request-body-media-type-schema-removed': harmless('Schema removed from a request body'),

  'response-success-status-added': harmless('Success status added'),
  'response-success-status-removed': breaking('Success status removed'),
  'response-non-success-status-added': harmless('Error status added'),
  'response-non-success-status-removed': harmless('Error status removed'),
  'response-media-type-added': harmless('Media type added to a response'),
  'response-media-type-removed': breaking('Media type removed from a response'),
  'response-body-media-type-schema-added': harmless('Schema added to a response that could be anything'),
  'response-body-media-type-schema-removed': breaking('Schema removed from a response'),
  'response-header-added': harmless('Response header added'),
  'required-response-header-removed': breaking('Required response header removed'),
  'optional-response-header-removed': breaking('Optional response header removed'),
  'response-header-became-optional': breaking('Response header became optional'),
  'response-header-became-required': harmless('Response header became required'),

  'new-required-request-property': breaking('Required property added to a request'),
  'new-required-request-property-with-default': breaking(
    'Required property with a default added to a request; bodies without it are invalid',
  ),
  'new-optional-request-property': harmless('Optional property added to a request'),
  'new-required-request-header-property': breaking('Required property added to the object in a header'),
  'request-property-removed': breaking('Property removed from a request'),
  'request-property-became-required': breaking('Property of a request became required'),
  'request-property-became-required-with-default': breaking(
    'Property of a request with a default became required',
  ),
  'request-property-became-optional': harmless('Property of a request became optional'),
  'request-header-property-became-required': breaking('Property of the object in a header became required'),
  'request-header-property-became-enum': breaking('Property of the object in a header restricted to an enum'),
  'request-property-deprecated': harmless('Property of a request deprecated'),
  'request-property-reactivated': harmless('Property of a request no longer deprecated'),
  'request-optional-property-became-read-only': harmless('Optional property of a request became read-only'),
  'request-optional-property-became-not-read-only': harmless(
    'Optional property of a request is no longer read-only',
  ),
  'request-optional-property-became-write-only': harmless('Optional property of a request became write-only'),
  'request-optional-property-became-not-write-only': harmless(
    'Optional property of a request is no longer write-only',
  ),
  'request-required-property-became-read-only': harmless('Required property of a request became read-only'),
  'request-required-property-became-not-read-only': harmless(
    'Required property of a request is no longer read-only',
  ),
  'request-required-property-became-write-only': harmless('Required property of a request became write-only'),
  'request-required-property-became-not-write-only': harmless(
    'Required property of a request is no longer write-only',
  ),

  'response-required-property-added': harmless('Required property added to a response'),
  'response-required-property-removed': breaking('Required property removed from a response'),
  'response-optional-property-added': harmless('Optional property added to a response'),
  'response-optional-property-removed': breaking('Optional property removed from a response'),
  'response-required-write-only-property-added': harmless('Required write-only property added to a response'),
  'response-required-write-only-property-removed': harmless(
    'Required write-only property removed from a response',
  ),
  'response-optional-write-only-property-added': harmless('Optional write-only property added to a response'),
  'response-optional-write-only-property-removed': harmless(
    'Optional write-only property removed from a response',
  ),
  'response-property-became-optional': breaking('Property of a response became optional'),
  'response-property-became-required': harmless('Property of a response became required'),
  'response-write-only-property-became-optional': harmless(
    'Write-only property of a response became optional',
  ),
  'response-write-only-property-became-required': harmless(
    'Write-only property of a response became required',
  ),
  'response-property-deprecated': harmless('Property of a response deprecated'),
  'response-property-reactivated': harmless('Property of a response no longer deprecated'),
  'response-optional-property-became-read-only': harmless('Optional property of a response became read-only'),
  'response-optional-property-became-not-read-only': harmless(
    'Optional property of a response is no longer read-only',
  ),
  'response-optional-property-became-write-only': harmless(
    'Optional property of a response became write-only',
  ),
  'response-optional-property-became-not-write-only': harmless(
    'Optional property of a response is no longer write-only',
  ),
  'response-required-property-became-read-only': harmless('Required property of a response became read-only'),
  'response-required-property-became-not-read-only': harmless(
    'Required property of a response is no longer read-only',
  ),
  'response-required-property-became-write-only': harmless(
    'Required property of a response became write-only',
  ),
  'response-required-property-became-not-write-only': breaking(
    'Required property of a response is no longer write-only',
  ),

  'webhook-added': harmless('Webhook added'),
  'webhook-removed': breaking('Webhook removed'),
} as const satisfies Readonly<Record<string, RuleFacts>>

/** The rules on models, whose documents and bodies svcgen makes. */
export const MODEL_RULES = {
  'model-renamed': breaking('Model renamed'),
  'model-key-changed': breaking('Primary key changed'),
  'model-accepts-unknown-fields': harmless('Bodies can have unknown fields'),
  'model-rejects-unknown-fields': breaking('Bodies can no longer have unknown fields'),
  'model-became-unique': breaking('Fields became unique together'),
  'model-no-longer-unique': harmless('Fields no longer unique together'),
  'field-added': harmless('Field or relation added'),
  'field-added-required': breaking('Required field or relation added'),
  'field-removed': breaking('Field or relation removed'),
  'field-renamed': breaking('Field or relation renamed'),
  'field-type-changed': breaking('Field with another type'),
  'field-became-required': breaking('Field or relation became required'),
  'field-became-optional': breaking(
    'Field or relation is no longer required, so that it can be null in documents',
  ),
  'field-became-unique': breaking('Field became unique'),
  'field-no-longer-unique': harmless('Field no longer unique'),
  'field-default-changed': harmless('Default of a field changed'),
  'field-stored': harmless('Field is now stored'),
  'field-no-longer-stored': breaking('Field no longer stored'),
  'field-hidden': breaking('Field hidden from some callers'),
  'field-shown': harmless('Field visible to more callers'),
  'field-writers-restricted': breaking('Write rule of a field added or changed'),
  'field-writers-unrestricted': harmless('Write rule of a field removed'),
  'relation-target-changed': breaking('Relation to another model'),
  'relation-cardinality-changed': breaking('Relation is now a list, or no longer one'),
  'relation-deletion-changed': breaking('Deleting an item affects or requires more'),
  'relation-deletion-relaxed': harmless('Deleting an item only unlinks others'),
  'rows-restricted': breaking('Row rules added to a model without them'),
  'rows-unrestricted': harmless('All row rules removed'),
  'row-rule-added': harmless('Another row rule allows rows'),
  'row-rule-widened': harmless('Row rule allows more rows'),
  'row-rule-narrowed': breaking('Row rule allows fewer rows'),
  'row-rule-removed': breaking('Row rule removed'),
} as const satisfies Readonly<Record<string, RuleFacts>>

/**
 * The places of schemas, and the direction of their data. Values that are ignored or never sent break nothing:
 * read-only properties of requests, and write-only ones of responses.
 */
export const PLACES = {
  'request-body': 'request',
  'request-property': 'request',
  'request-read-only-property': 'none',
  'request-parameter': 'request',
  'request-parameter-property': 'request',
  'response-body': 'response',
  'response-property': 'response',
  'response-write-only-property': 'none',
  'response-header': 'response',
} as const
export type Place = keyof typeof PLACES

/**
 * What a change of a schema does to the set of values: fewer break requests, more break responses, and others break both.
 * `none` are those that do not change it.
 */
type Effect = 'more' | 'fewer' | 'other' | 'none'

interface Aspect {
  readonly effect: Effect
  readonly text: string
}

const more = (text: string): Aspect => ({ effect: 'more', text })
const fewer = (text: string): Aspect => ({ effect: 'fewer', text })
const other = (text: string): Aspect => ({ effect: 'other', text })
const none = (text: string): Aspect => ({ effect: 'none', text })

/** The changes of schemas. The name of a rule is that of the place, `-`, and that of the change. */
export const SCHEMA_CHANGES = {
  'type-changed': other('another `type` or `format`'),
  'type-generalized': more('a wider `type` or `format`'),
  'type-specialized': fewer('a narrower `type` or `format`'),
  'list-of-types-widened': more('further types in the list of `type`'),
  'list-of-types-narrowed': fewer('fewer types in the list of `type`'),
  'became-nullable': more('null allowed'),
  'became-not-nullable': fewer('null no longer allowed'),
  'became-enum': fewer('restricted to an `enum`'),
  'enum-removed': more('no longer restricted to an `enum`'),
  'enum-value-added': more('value added to `enum`'),
  'enum-value-removed': fewer('value removed from `enum`'),
  'const-added': fewer('`const` added'),
  'const-removed': more('`const` removed'),
  'const-changed': other('`const` changed'),
  'default-value-added': none('`default` added'),
  'default-value-removed': none('`default` removed'),
  'default-value-changed': none('`default` changed'),
  'max-increased': more('`maximum` increased'),
  'max-decreased': fewer('`maximum` decreased'),
  'max-set': fewer('`maximum` added'),
  'max-unset': more('`maximum` removed'),
  'min-increased': fewer('`minimum` increased'),
  'min-decreased': more('`minimum` decreased'),
  'min-set': fewer('`minimum` added'),
  'min-unset': more('`minimum` removed'),
  'exclusive-max-increased': more('`exclusiveMaximum` increased'),
  'exclusive-max-decreased': fewer('`exclusiveMaximum` decreased'),
  'exclusive-max-set': fewer('`exclusiveMaximum` added'),
  'exclusive-max-unset': more('`exclusiveMaximum` removed'),
  'exclusive-min-increased': fewer('`exclusiveMinimum` increased'),
  'exclusive-min-decreased': more('`exclusiveMinimum` decreased'),
  'exclusive-min-set': fewer('`exclusiveMinimum` added'),
  'exclusive-min-unset': more('`exclusiveMinimum` removed'),
  'max-length-increased': more('`maxLength` increased'),
  'max-length-decreased': fewer('`maxLength` decreased'),
  'max-length-set': fewer('`maxLength` added'),
  'max-length-unset': more('`maxLength` removed'),
  'min-length-increased': fewer('`minLength` increased'),
  'min-length-decreased': more('`minLength` decreased'),
  'max-items-increased': more('`maxItems` increased'),
  'max-items-decreased': fewer('`maxItems` decreased'),
  'max-items-set': fewer('`maxItems` added'),
  'max-items-unset': more('`maxItems` removed'),
  'min-items-increased': fewer('`minItems` increased'),
  'min-items-decreased': more('`minItems` decreased'),
  'min-items-set': fewer('`minItems` added'),
  'min-items-unset': more('`minItems` removed'),
  'max-properties-increased': more('`maxProperties` increased'),
  'max-properties-decreased': fewer('`maxProperties` decreased'),
  'max-properties-set': fewer('`maxProperties` added'),
  'max-properties-unset': more('`maxProperties` removed'),
  'min-properties-increased': fewer('`minProperties` increased'),
  'min-properties-decreased': more('`minProperties` decreased'),
  'max-contains-increased': more('`maxContains` increased'),
  'max-contains-decreased': fewer('`maxContains` decreased'),
  'max-contains-set': fewer('`maxContains` added'),
  'max-contains-unset': more('`maxContains` removed'),
  'min-contains-increased': fewer('`minContains` increased'),
  'min-contains-decreased': more('`minContains` decreased'),
  'multiple-of-set': fewer('`multipleOf` added'),
  'multiple-of-unset': more('`multipleOf` removed'),
  'multiple-of-changed': other('`multipleOf` changed'),
  'multiple-of-generalized': more('`multipleOf` changed to a divisor'),
  'multiple-of-specialized': fewer('`multipleOf` changed to a multiple'),
  'unique-items-set': fewer('`uniqueItems` added'),
  'unique-items-unset': more('`uniqueItems` removed'),
  'pattern-added': fewer('`pattern` added'),
  'pattern-removed': more('`pattern` removed'),
  'pattern-changed': other('`pattern` changed'),
  'pattern-generalized': more('`pattern` changed to one that allows everything'),
  'any-of-added': more('alternative added to `anyOf`'),
  'any-of-removed': fewer('alternative removed from `anyOf`'),
  'one-of-added': more('alternative added to `oneOf`'),
  'one-of-removed': fewer('alternative removed from `oneOf`'),
  'wrapped-in-one-of': other('alternatives instead of a single schema'),
  'unwrapped-from-one-of': other('a single schema instead of alternatives'),
  'not-added': fewer('`not` added'),
  'not-removed': more('`not` removed'),
  'not-changed': other('`not` changed'),
  'if-added': fewer('`if` added'),
  'if-removed': more('`if` removed'),
  'if-changed': other('`if` changed'),
  'then-added': fewer('`then` added'),
  'then-removed': more('`then` removed'),
  'then-changed': other('`then` changed'),
  'else-added': fewer('`else` added'),
  'else-removed': more('`else` removed'),
  'else-changed': other('`else` changed'),
  'prefix-items-added': more('schema added to `prefixItems`'),
  'prefix-items-removed': fewer('schema removed from `prefixItems`'),
  'contains-added': fewer('`contains` added'),
  'contains-removed': more('`contains` removed'),
  'contains-changed': other('`contains` changed'),
  'dependent-required-added': fewer('property added to `dependentRequired`'),
  'dependent-required-removed': more('property removed from `dependentRequired`'),
  'dependent-required-changed': other('`dependentRequired` of a property changed'),
  'dependent-schema-added': fewer('property added to `dependentSchemas`'),
  'dependent-schema-removed': more('property removed from `dependentSchemas`'),
  'dependent-schema-changed': other('`dependentSchemas` of a property changed'),
  'pattern-property-added': fewer('pattern added to `patternProperties`'),
  'pattern-property-removed': more('pattern removed from `patternProperties`'),
  'property-names-added': fewer('`propertyNames` added'),
  'property-names-removed': more('`propertyNames` removed'),
  'property-names-changed': other('`propertyNames` changed'),
  'additional-properties-closed': fewer('undeclared properties no longer allowed'),
  'additional-properties-opened': more('undeclared properties allowed'),
  'unevaluated-properties-added': fewer('`unevaluatedProperties` added'),
  'unevaluated-properties-removed': more('`unevaluatedProperties` removed'),
  'unevaluated-properties-changed': other('`unevaluatedProperties` changed'),
  'unevaluated-items-added': fewer('`unevaluatedItems` added'),
  'unevaluated-items-removed': more('`unevaluatedItems` removed'),
  'unevaluated-items-changed': other('`unevaluatedItems` changed'),
  'content-schema-added': fewer('`contentSchema` added'),
  'content-schema-removed': more('`contentSchema` removed'),
  'content-schema-changed': other('`contentSchema` changed'),
  'content-media-type-changed': other('`contentMediaType` added, removed or changed'),
  'content-encoding-changed': other('`contentEncoding` added, removed or changed'),
  'discriminator-added': none('`discriminator` added'),
  'discriminator-removed': none('`discriminator` removed'),
  'discriminator-property-name-changed': none('`propertyName` of `discriminator` changed'),
  'discriminator-mapping-added': none('value added to the `mapping` of `discriminator`'),
  'discriminator-mapping-deleted': none('value removed from the `mapping` of `discriminator`'),
  'discriminator-mapping-changed': none('schema of a value changed in the `mapping` of `discriminator`'),
} as const satisfies Readonly<Record<string, Aspect>>
export type SchemaChange = keyof typeof SCHEMA_CHANGES

export type SchemaRule = `${Place}-${SchemaChange}`
export type Rule = keyof typeof OPERATION_RULES | keyof typeof MODEL_RULES | SchemaRule

/** Returns whether a change of a schema at a place breaks clients. */
export function breaksAt(place: Place, change: SchemaChange): boolean {
  // Clients that leave a parameter out get another result.
  if (place === 'request-parameter' && change.startsWith('default-value-')) return true
  return breaksIn(PLACES[place], SCHEMA_CHANGES[change].effect)
}

function breaksIn(direction: (typeof PLACES)[Place], effect: Effect): boolean {
  if (direction === 'none' || effect === 'none') return false
  return effect === 'other' || effect === (direction === 'request' ? 'fewer' : 'more')
}
