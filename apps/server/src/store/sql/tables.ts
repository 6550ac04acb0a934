import type { ChannelsFamily } from './tables/channels.ts'
import type { LogFamily } from './tables/log.ts'
import type { MessagesFamily } from './tables/messages.ts'
import type { NotifyingFamily } from './tables/notifying.ts'
import type { OrganizationFamily } from './tables/organization.ts'
import type { PeopleFamily } from './tables/people.ts'
import type { PersonalFamily } from './tables/personal.ts'
import type { ReadingFamily } from './tables/reading.ts'
import type { SearchFamily } from './tables/search.ts'

// Portable types only: integers, text, JSON as text. Truth values are 0 or 1, times are UNIX seconds unless a name says
// otherwise. Each family of the store has its tables in `tables/<family>.ts`; ARCHITECTURE.md, "The data", tells the
// meaning of their rows.

/** All tables by name. */
export interface Tables
  extends
    LogFamily,
    MessagesFamily,
    SearchFamily,
    ReadingFamily,
    ChannelsFamily,
    PeopleFamily,
    PersonalFamily,
    OrganizationFamily,
    NotifyingFamily {}
