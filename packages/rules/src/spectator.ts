import type { Person, RuledChannel } from './organization.ts'

/** The id of somebody without an account. No user has it. */
export const spectatorId = 0

export const isSpectator = ({ id }: Pick<Person, 'id'>): boolean => id === spectatorId

/** Tells whether spectators may read a channel, if they may read any. */
export const isOpenToSpectators = ({ isWebPublic, isArchived, historyPublic }: RuledChannel): boolean =>
  isWebPublic && !isArchived && historyPublic
