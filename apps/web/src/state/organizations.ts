/** Another organization that this browser knows. */
export interface OtherOrganization {
  /** Its origin: `https://chat.example.com`. */
  readonly address: string
  readonly name: string
  /** Its icon, small, as a `data:` address. Undefined: initials stand for it. */
  readonly icon?: string | undefined
}

/**
 * The reason why an organization cannot be opened. `silent`: nothing answers; `foreign`: something answers that is no
 * organization; `closed`: the organization was deactivated; `offline`: this device has no network.
 */
export type OrganizationTrouble = 'silent' | 'foreign' | 'closed' | 'offline'

/** The answer of an address to the question for its organization. */
export type OrganizationAnswer =
  | {
      readonly kind: 'found'
      readonly organization: OtherOrganization
      /** The address that the organization gives itself: one organization may answer at several. */
      readonly ownAddress: string
    }
  | { readonly kind: 'trouble'; readonly trouble: OrganizationTrouble }

export type AddressProblem = 'empty' | 'nonsense' | 'insecure'

/** The most organizations that a browser keeps: each is asked for its name when a menu shows them. */
export const mostOrganizations = 30
/** The most characters of a name. Servers allow fewer; this is for those that do not. */
const longestName = 100
/** The most characters of an icon: 64 by 64 pixels take a third of it. */
const longestIcon = 50_000

/**
 * Finds the address of an organization in what somebody typed or copied: `chat.example.com`, or a link to a message there.
 * Only this machine may answer without encryption.
 */
export function readAddress(
  typed: string,
): { readonly address: string } | { readonly problem: AddressProblem } {
  const text = typed.trim()
  if (text === '') return { problem: 'empty' }
  const isWhole = /^https?:\/\//i.test(text)
  const whole = isWhole ? text : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(whole)) return { problem: 'nonsense' }
  const { protocol, hostname, host, origin, username, password } = new URL(whole)
  // `ftp://…` becomes the host `ftp`, and an address for mail a user name.
  if (username !== '' || password !== '' || (!isWhole && text.includes('://'))) return { problem: 'nonsense' }
  if (isThisMachine(hostname)) return { address: isWhole ? origin : `http://${host}` }
  return protocol === 'https:' ? { address: origin } : { problem: 'insecure' }
}

const isThisMachine = (hostname: string) => /^(?:localhost|.+\.localhost|127\.0\.0\.1)$/.test(hostname)

/** Returns the host of an address, as people write it. */
export const hostIn = (address: string): string => new URL(address).host

/** Reads what a browser kept; whatever does not fit is left out. */
export function organizationsFrom(text: string | null): readonly OtherOrganization[] {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    // Another version, or somebody by hand, wrote something else.
  }
  const found = new Map<string, OtherOrganization>()
  for (const each of Array.isArray(kept) ? kept : []) {
    const organization = organizationFrom(each)
    if (organization) found.set(organization.address, organization)
  }
  return [...found.values()].slice(0, mostOrganizations)
}

function organizationFrom(kept: unknown): OtherOrganization | undefined {
  const { address, name, icon } = (kept ?? {}) as Partial<Record<keyof OtherOrganization, unknown>>
  if (typeof address !== 'string' || typeof name !== 'string' || name.trim() === '') return undefined
  const read = readAddress(address)
  // It becomes a link: nothing else than the address of an organization may.
  if (!('address' in read) || read.address !== address) return undefined
  return { address, name: name.slice(0, longestName), icon: iconFrom(icon) }
}

const iconFrom = (icon: unknown): string | undefined =>
  typeof icon === 'string' && icon.startsWith('data:image/png;base64,') && icon.length <= longestIcon
    ? icon
    : undefined

/** Facts that an organization tells before anybody signs in. */
export interface OrganizationSettings {
  readonly name: string
  /** Undefined: it has none at its own address. Other sites are not told that somebody asked. */
  readonly iconAddress: string | undefined
  readonly ownAddress: string
}

/** Reads the answer to `GET /api/v1/server_settings` of an address, which anything may have sent. */
export function readSettings(address: string, answer: unknown): OrganizationSettings | OrganizationTrouble {
  const said = (answer ?? {}) as Readonly<Record<string, unknown>>
  if (said['code'] === 'REALM_DEACTIVATED') return 'closed'
  const name = typeof said['realm_name'] === 'string' ? said['realm_name'].trim() : ''
  if (said['result'] !== 'success' || name === '') return 'foreign'
  return {
    name: name.slice(0, longestName),
    iconAddress: iconAt(address, said['realm_icon']),
    ownAddress: originOf(said['realm_url'] ?? said['realm_uri']) ?? address,
  }
}

const originOf = (url: unknown): string | undefined =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : undefined

function iconAt(address: string, url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '' || !URL.canParse(url, address)) return undefined
  const { href, origin } = new URL(url, address)
  return origin === address ? href : undefined
}

/** Puts the present name and icon of an organization in place of those that are kept. Without an icon, the old one stays. */
export const withAnswer = (
  known: readonly OtherOrganization[],
  address: string,
  { name, icon }: OtherOrganization,
): readonly OtherOrganization[] =>
  known.map((each) => (each.address === address ? { address, name, icon: icon ?? each.icon } : each))
