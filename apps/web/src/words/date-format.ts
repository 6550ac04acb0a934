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

/** Returns options with a time zone. Without a name, or with one that this browser does not know, they mean the device's zone. */
export function zoneFor(name: string): Pick<Intl.DateTimeFormatOptions, 'timeZone'> {
  if (name === '') return {}
  try {
    dateFormat('en', { timeZone: name })
    return { timeZone: name }
  } catch {
    // The profile names a zone that this browser does not know.
    return {}
  }
}
