import { originMark } from '../serving/site-file.ts'
import type { Page } from './page.ts'

/** Describes a page to search engines in the words of schema.org. */
export function structuredData(
  path: string,
  { title, description, lastmod }: Pick<Page, 'title' | 'description' | 'lastmod'>,
): object[] {
  const url = `${originMark}${path}`
  if (path === '/') {
    return [
      {
        '@context': 'https://schema.org',
        '@type': 'SoftwareApplication',
        name: 'Tagma',
        description,
        url,
        applicationCategory: 'CommunicationApplication',
        operatingSystem: 'Linux, macOS',
        license: 'https://www.apache.org/licenses/LICENSE-2.0',
        offers: { '@type': 'Offer', price: 0, priceCurrency: 'EUR' },
      },
    ]
  }
  if (!path.startsWith('/tag')) return []
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: title,
      description,
      url,
      dateModified: lastmod,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Documentation', item: `${originMark}/tag/introduction` },
        { '@type': 'ListItem', position: 2, name: title, item: url },
      ],
    },
  ]
}
