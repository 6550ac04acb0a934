const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the format of dates for a locale and options. Made once for the same: making one costs as much as 50 uses. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
