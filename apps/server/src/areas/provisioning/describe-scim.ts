import { mostResults, listResponse } from './list-resources.ts'
import type { Resource } from './matches-filter.ts'
import { coreSchema } from './present.ts'

// Descriptions of this server for SCIM clients: RFC 7643, 5 to 7. Pure.

/** Capabilities of the server. */
export const providerConfig = (base: string): Resource => ({
  schemas: [`${coreSchema}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The secret of a SCIM client, which an owner makes under "Provisioning".',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** The kinds of resources. */
export const resourceTypes = (base: string): readonly Resource[] =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [`${coreSchema}ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${coreSchema}${name}`,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

interface Attribute {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference'
  readonly isList?: true
  readonly isRequired?: true
  readonly isReadOnly?: true
  readonly isExact?: true
  readonly isUnique?: true
  readonly parts?: Readonly<Record<string, Attribute>>
}

const entry = { value: {}, type: {}, primary: { type: 'boolean' } } as const

const attributes: Readonly<Record<'User' | 'Group', Readonly<Record<string, Attribute>>>> = {
  User: {
    userName: { isRequired: true, isUnique: true },
    name: { type: 'complex', parts: { formatted: {}, givenName: {}, familyName: {} } },
    displayName: {},
    emails: { type: 'complex', isList: true, parts: entry },
    active: { type: 'boolean' },
    roles: { type: 'complex', isList: true, parts: entry },
    externalId: { isExact: true },
    groups: {
      type: 'complex',
      isList: true,
      isReadOnly: true,
      parts: { value: {}, display: {}, $ref: { type: 'reference' }, type: {} },
    },
  },
  Group: {
    displayName: { isRequired: true, isUnique: true },
    externalId: { isExact: true },
    members: {
      type: 'complex',
      isList: true,
      parts: { value: {}, display: {}, $ref: { type: 'reference' }, type: {} },
    },
  },
}

/** The schemas of users and groups. */
export const scimSchemas = (base: string): readonly Resource[] =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [`${coreSchema}Schema`],
    id: `${coreSchema}${name}`,
    name,
    description:
      name === 'User' ? 'A person of the organization.' : 'A group of people that this client manages.',
    attributes: described(attributes[name]),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${coreSchema}${name}` },
  }))

function described(of: Readonly<Record<string, Attribute>>): Resource[] {
  return Object.entries(of).map(([name, attribute]) => ({
    name,
    type: attribute.type ?? 'string',
    multiValued: attribute.isList ?? false,
    required: attribute.isRequired ?? false,
    caseExact: attribute.isExact ?? false,
    mutability: attribute.isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: attribute.isUnique ? 'server' : 'none',
    ...(attribute.parts ? { subAttributes: described(attribute.parts) } : {}),
  }))
}

/** All of a kind, as a list. */
export const listOf = (resources: readonly Resource[]): Resource =>
  listResponse(1, resources.length, resources)
