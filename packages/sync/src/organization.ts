import type { Payload } from '@tagma/contract/define.ts'
import type {
  realmDomainsAddEvent,
  realmDomainsChangeEvent,
  realmDomainsRemoveEvent,
} from '@tagma/contract/events/realm-domains.ts'
import type { realmPlaygroundsEvent } from '@tagma/contract/events/realm-playgrounds.ts'
import type {
  realmDeactivatedEvent,
  realmUpdateDictEvent,
  realmUpdateEvent,
} from '@tagma/contract/events/realm.ts'
import { legacyPolicies, legacyPolicy, legacyPolicyNames } from '@tagma/contract/settings/legacy-policies.ts'
import type { State } from './state.ts'

type OrganizationEvent =
  | Payload<typeof realmUpdateEvent>
  | Payload<typeof realmUpdateDictEvent>
  | Payload<typeof realmDeactivatedEvent>

/** Takes in changed settings of the organization. Settings that were not fetched stay unknown. */
export function applyOrganization(state: State, event: OrganizationEvent): State {
  if (event.op === 'deactivated') return state
  const changed = event.op === 'update' ? { [event.property]: event.value } : event.data
  const known = Object.entries(changed)
    .map(([name, value]) => [`realm_${name}`, value] as const)
    .filter(([name]) => name in state)
  return withLegacyPolicies({ ...state, ...Object.fromEntries(known) }, changed)
}

/** Sets the older fields that follow from the permissions. */
function withLegacyPolicies(state: State, changed: Readonly<Record<string, unknown>>): State {
  const { realm_user_groups: groups } = state as {
    realm_user_groups?: readonly { id: number; name: string }[]
  }
  const groupName = (setting: unknown) => groups?.find((group) => group.id === setting)?.name
  return {
    ...state,
    ...Object.fromEntries(
      legacyPolicyNames
        .filter((name) => legacyPolicies[name].of in changed && state[name] !== undefined)
        .map((name) => [name, legacyPolicy(name, groupName(changed[legacyPolicies[name].of]))]),
    ),
    ...('jitsi_server_url' in changed && state.server_jitsi_server_url !== undefined
      ? { jitsi_server_url: state.realm_jitsi_server_url ?? state.server_jitsi_server_url }
      : {}),
  }
}

type DomainEvent =
  | Payload<typeof realmDomainsAddEvent>
  | Payload<typeof realmDomainsChangeEvent>
  | Payload<typeof realmDomainsRemoveEvent>

/** Takes in domains that were allowed, changed or removed. */
export function applyDomains(state: State, event: DomainEvent): State {
  const { realm_domains } = state
  if (!realm_domains) return state
  switch (event.op) {
    case 'add':
      return { ...state, realm_domains: [...realm_domains, event.realm_domain] }
    case 'change':
      return {
        ...state,
        realm_domains: realm_domains.map((entry) =>
          entry.domain === event.realm_domain.domain ? event.realm_domain : entry,
        ),
      }
    case 'remove':
      return { ...state, realm_domains: realm_domains.filter(({ domain }) => domain !== event.domain) }
  }
}

/** Takes in a new list of code playgrounds. */
export function applyPlaygrounds(state: State, event: Payload<typeof realmPlaygroundsEvent>): State {
  return state.realm_playgrounds ? { ...state, realm_playgrounds: event.realm_playgrounds } : state
}
