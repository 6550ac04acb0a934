/** The directory's name in the table of identities; no service of the settings can have it. */
export const ldapProvider = 'ldap'

/** The identity of an entry of the directory. Ids are the same on all servers of a directory, whatever their address. */
export const ldapKey = ({ id }: { readonly id: string }) => ({
  provider: ldapProvider,
  issuer: ldapProvider,
  subject: id,
})
