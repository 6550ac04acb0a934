import type { Attachment } from '@tagma/contract/objects/attachment.ts'

/** The orders in which one's files can be listed. */
export const fileOrders = ['newest', 'oldest', 'largest', 'name'] as const
export type FileOrder = (typeof fileOrders)[number]

/** Returns files in an order. */
export function sortedFiles(
  files: readonly Attachment[],
  order: FileOrder,
  locale: string,
): readonly Attachment[] {
  switch (order) {
    case 'newest':
      return files.toSorted((a, b) => b.create_time - a.create_time || b.id - a.id)
    case 'oldest':
      return files.toSorted((a, b) => a.create_time - b.create_time || a.id - b.id)
    case 'largest':
      return files.toSorted((a, b) => b.size - a.size || b.id - a.id)
    case 'name':
      return files.toSorted((a, b) => a.name.localeCompare(b.name, locale, { numeric: true }) || a.id - b.id)
  }
}

/** Messages of one file that the list links to: the newest. */
const mostLinks = 3

/** Returns the ids of the newest messages that link a file. */
export const linkedFrom = ({ message_ids }: Pick<Attachment, 'message_ids'>): readonly number[] =>
  message_ids.slice(-mostLinks)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const step = 1024

/** Returns a number of bytes as people read it: `1.4 MB`. */
export function sizeText(bytes: number, locale: string): string {
  const power = bytes < step ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / step ** power
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}
