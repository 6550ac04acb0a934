import { originMark } from '../serving/site-file.ts'
import { markdownPath } from './links.ts'
import { madeSections, type Page, type Release, type SitePage, type Version } from './page.ts'

const summary =
  'Tagma is a self-hosted team-chat server that speaks the Zulip REST API (feature level 507): one process, one command, an embedded database. Not affiliated with Zulip.'

interface Listing {
  readonly versions: readonly Version[]
  readonly latest: Version
  readonly sitePages: readonly SitePage[]
  /** The pages of the latest version, by section, in order. */
  readonly sections: readonly (readonly [section: string, pages: readonly Page[]])[]
}

/** Writes the index for language models: llmstxt.org. */
export function llmsText({ versions, latest, sitePages, sections }: Listing): string {
  const versionLine = ({ slug, base, kind, released }: Version) =>
    kind === 'latest'
      ? `- [${slug}](${originMark}${base}/introduction.md): the latest release, of ${released ?? ''}. Use this one. Its pages are at ${originMark}${base}/{page}.md.`
      : kind === 'development'
        ? `- [development](${originMark}${base}/introduction.md): not released; for those who work on Tagma. Its pages are at ${originMark}${base}/{page}.md.`
        : `- [${slug}](${originMark}${base}/introduction.md): an older release, of ${released ?? ''}. Use it only for a server of that version. Its pages are at ${originMark}${base}/{page}.md.`
  return `# Tagma

> ${summary}

This site has two parts: these pages, which are read-only and need no account, and their Markdown. Every page is HTML at its address and Markdown at the same address with \`.md\` at its end, or with \`Accept: text/markdown\`. The chat server itself answers at an address of its own, below \`/api/v1\`; nothing answers below \`/api/\` here.

- Everything at once: [llms-full.txt](${originMark}/llms-full.txt)
- To search: the file /tag/api/search is the index, an Orama export as JSON
- To call a server: begin with [Requests and answers](${originMark}/tag/api-requests.md)
- To make a client: the file /tag/openapi.json is the API as an OpenAPI 3.1 document; that of another version is at /tag/{version}/openapi.json

## Versions

${versions.map(versionLine).join('\n')}

${sections
  .map(
    ([section, pages]) =>
      `## ${section}\n\n${pages
        .map(
          ({ slug, title, label, description }) =>
            `- [${label ?? title}](${originMark}${latest.base}/${slug}.md)${madeSections.has(section) ? '' : `: ${description}`}`,
        )
        .join('\n')}`,
  )
  .join('\n\n')}

## Website

${sitePages.map(({ path, title, description }) => `- [${title}](${originMark}${markdownPath(path)}): ${description}`).join('\n')}
`
}

/** Joins all pages of the latest version in one text. */
export function llmsFullText(
  pages: readonly { readonly page: Page; readonly markdown: string }[],
  latest: Version,
): string {
  return `# Tagma ${latest.slug}: all documentation

> ${summary} Single pages are listed in ${originMark}/llms.txt.

${pages
  .map(
    ({ page, markdown }) =>
      `# ${page.title}\n\nSource: ${originMark}${latest.base}/${page.slug}.md\n\n${markdown}`,
  )
  .join('\n\n---\n\n')}
`
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Writes the list of pages for search engines, with the days of their last changes. */
export const sitemap = (entries: readonly { readonly path: string; readonly lastmod: string }[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.map(({ path, lastmod }) => `  <url><loc>${escapeXml(`${originMark}${path}`)}</loc><lastmod>${lastmod}</lastmod></url>`).join('\n')}
</urlset>
`

/** Writes the releases as an Atom feed. */
export function releasesFeed(releases: readonly Release[]): string {
  const time = (date: string) => `${date}T00:00:00Z`
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${originMark}/releases</id>
  <title>Releases of Tagma</title>
  <updated>${time(releases[0]?.date ?? '1970-01-01')}</updated>
  <author><name>Tagma</name></author>
  <link rel="self" href="${originMark}/releases.xml"/>
  <link rel="alternate" type="text/html" href="${originMark}/releases"/>
${releases
  .map(
    ({ version, date, summary: text }) => `  <entry>
    <id>${originMark}/releases#${version}</id>
    <title>Tagma ${escapeXml(version)}</title>
    <updated>${time(date)}</updated>
    <link rel="alternate" type="text/html" href="${originMark}/releases"/>
    <summary>${escapeXml(text)}</summary>
  </entry>`,
  )
  .join('\n')}
</feed>
`
}

export const robots = `User-agent: *
Allow: /

Sitemap: ${originMark}/sitemap.xml
`

/** Tells programs where the description of the API is (RFC 9727). */
export const apiCatalog = JSON.stringify({
  linkset: [
    {
      anchor: `${originMark}/.well-known/api-catalog`,
      item: [{ href: `${originMark}/tag/endpoints`, title: 'REST API of the Tagma chat server' }],
    },
    {
      anchor: `${originMark}/tag/endpoints`,
      'service-desc': [{ href: `${originMark}/tag/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${originMark}/tag/api-requests`, type: 'text/html' },
        { href: `${originMark}/tag/api-requests.md`, type: 'text/markdown' },
      ],
      'service-meta': [{ href: `${originMark}/llms.txt`, type: 'text/plain' }],
    },
  ],
})
