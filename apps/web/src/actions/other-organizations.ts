import { keepOrganizations, keptOrganizations } from '#kept/organization-storage.ts'
import {
  type AddressProblem,
  mostOrganizations,
  type OrganizationTrouble,
  type OtherOrganization,
  readAddress,
  withAnswer,
} from '#state/organizations.ts'
import { Store } from '#state/store.ts'
import type { App } from '#state/use-app.ts'
import { askOrganization } from '#wire/ask-organization.ts'

/** The other organizations that this browser knows. */
export interface Organizations {
  readonly known: readonly OtherOrganization[]
  /** The reasons why some cannot be opened at the moment, by address. */
  readonly troubles: ReadonlyMap<string, OrganizationTrouble>
}

const store = new Store<Organizations>({ known: [], troubles: new Map() })

export const otherOrganizations: Pick<Store<Organizations>, 'get' | 'subscribe'> = store

/** When each address was asked last, in milliseconds since 1970. */
const askedAt = new Map<string, number>()
/** Milliseconds for which an answer holds: menus are opened often. */
const holds = 60_000

/** Reads what the browser keeps now: another tab may have changed it. */
export const readOrganizations = (): void => store.set({ known: keptOrganizations() })

/** Asks each organization whether it is there, and for its present name and icon. */
export function lookAtOrganizations({ clock }: Pick<App, 'clock'>): void {
  for (const { address } of store.get().known) {
    if (clock.now() - (askedAt.get(address) ?? 0) < holds) continue
    askedAt.set(address, clock.now())
    void askOrganization(address).then((answer) => {
      if (answer.kind === 'found') {
        change((known) => withAnswer(known, address, answer.organization))
        tell(address, undefined)
      } else {
        tell(address, answer.trouble)
        // An obstacle may go at any time.
        askedAt.delete(address)
      }
    })
  }
}

/** Changes what the browser keeps, beginning with what another tab has made of it. */
function change(update: (known: readonly OtherOrganization[]) => readonly OtherOrganization[]): void {
  const known = update(keptOrganizations())
  keepOrganizations(known)
  store.set({ known })
}

function tell(address: string, trouble: OrganizationTrouble | undefined): void {
  const troubles = new Map(store.get().troubles)
  if (trouble === undefined) troubles.delete(address)
  else troubles.set(address, trouble)
  store.set({ troubles })
}

/** The reason why an organization was not added. With an address: it may be added all the same. */
export interface NotAdded {
  readonly problem: AddressProblem | 'own' | 'known' | 'many' | OrganizationTrouble
  readonly address?: string
}

/** Adds the organization at an address that somebody typed. Resolves with it, or with the reason why it was not added. */
export async function addOrganization(app: App, typed: string): Promise<OtherOrganization | NotAdded> {
  const read = readAddress(typed)
  if (!('address' in read)) return read
  const { address } = read
  const early = reasonAgainst(app, [address])
  if (early) return early
  const answer = await askOrganization(address)
  // Nobody knows what answers there later; what answers something else now is no organization.
  if (answer.kind === 'trouble')
    return { problem: answer.trouble, ...(answer.trouble === 'foreign' ? {} : { address }) }
  const { organization, ownAddress } = answer
  const late = reasonAgainst(app, [organization.address, ownAddress])
  if (late) return late
  askedAt.set(organization.address, app.clock.now())
  keep(organization)
  return organization
}

/** Adds an organization that does not answer now, under the host of its address. */
export function addUnasked(app: App, address: string): OtherOrganization | NotAdded {
  const organization = { address, name: new URL(address).host }
  const reason = reasonAgainst(app, [address])
  if (!reason) keep(organization)
  return reason ?? organization
}

function keep(organization: OtherOrganization): void {
  change((known) => [...known, organization])
  tell(organization.address, undefined)
}

/** Returns why an organization cannot be added that answers at these addresses. */
function reasonAgainst(app: App, addresses: readonly string[]): NotAdded | undefined {
  const { state } = app.store.get()
  const own = [location.origin, state?.realm_url].map((url) => url && new URL(url).origin)
  if (addresses.some((address) => own.includes(address))) return { problem: 'own' }
  const known = keptOrganizations()
  if (known.some(({ address }) => addresses.includes(address))) return { problem: 'known' }
  return known.length < mostOrganizations ? undefined : { problem: 'many' }
}

/** Takes an organization off the list. */
export function removeOrganization(address: string): void {
  change((known) => known.filter((each) => each.address !== address))
  tell(address, undefined)
  askedAt.delete(address)
}
