/**
 * Returns a function that tells whether a page may have a preview. `domains`: those whose pages have none, nor those of
 * their subdomains, separated by spaces or commas.
 */
export function pagesWithPreviews(domains: string): (url: string) => boolean {
  const without = domains
    .toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^(?:https?:\/\/)?(?:\*\.)?/, '').replace(/[/.]+$/, ''))
    .filter((domain) => domain !== '')
  return (url) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
    return !without.some((domain) => host === domain || host.endsWith(`.${domain}`))
  }
}
