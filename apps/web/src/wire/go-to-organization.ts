/** Leaves for another organization, or opens it in a tab of its own that knows nothing of this one. */
export function goToOrganization(address: string, isApart: boolean): void {
  if (isApart) window.open(address, '_blank', 'noopener')
  else location.assign(address)
}
