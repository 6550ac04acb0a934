import { type OtherOrganization, organizationsFrom } from '#state/organizations.ts'

/** Begins as all keys do that signing out erases. */
const key = 'tagma organizations'

/** Where storage is forbidden or full: they last as long as the page. */
let inPage: readonly OtherOrganization[] | undefined

/** Returns the other organizations that this browser knows, in their order. */
export function keptOrganizations(): readonly OtherOrganization[] {
  if (inPage) return inPage
  try {
    return organizationsFrom(localStorage.getItem(key))
  } catch {
    return []
  }
}

export function keepOrganizations(organizations: readonly OtherOrganization[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(organizations))
    inPage = undefined
  } catch {
    inPage = organizations
  }
}
