import { escapeLiteral, escapeText } from './html.ts'
import type { Rendering } from './rendering.ts'

const timeSyntax = /<time:([^>]{0,100})>/g
const iso8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/**
 * Renders `<time:2026-11-21T12:00:00Z>`: a moment that readers see in their own time zone. Only ISO 8601 is a time
 * (feature level 503); anything else stays as written (451). A time without a zone is in UTC.
 */
export function renderTimes(text: string, rendering: Rendering): string {
  if (!text.includes('<time:')) return text
  return text.replace(timeSyntax, (source: string, written: string) => {
    const moment = parseTime(written)
    if (moment === null) return rendering.put(rendering.restore(escapeText(source)))
    return rendering.put(`<time datetime="${moment}">${escapeLiteral(written)}</time>`)
  })
}

/** Returns the moment in UTC as `2026-11-21T12:00:00Z`, or null if the text is not an ISO 8601 time. */
export function parseTime(text: string): string | null {
  const parts = iso8601.exec(text.trim())
  if (parts === null) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', , zone = 'Z'] = parts
  const offset = zoneMinutes(zone)
  if (offset === null) return null
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day)) return null
  const utc = new Date(local - offset * 60_000)
  const utcYear = utc.getUTCFullYear()
  return utcYear < 1 || utcYear > 9999 ? null : utc.toISOString().replace('.000Z', 'Z')
}

function zoneMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return null
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
