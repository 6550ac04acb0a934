/** Returns the time zone of the device: an IANA name, or nothing if the browser does not say. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || ''
