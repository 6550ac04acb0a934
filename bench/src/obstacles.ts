import { type Figure, isReached } from './figure.ts'
import type { MeasuredResult } from './measured-result.ts'

/** The obstacle of some goals, and how it was tried to remove it. */
interface Obstacle {
  readonly measurement: string
  /** Beginnings of the names of its figures. */
  readonly figures: readonly string[]
  readonly text: string
}

const obstacles: readonly Obstacle[] = [
  {
    measurement: 'load',
    figures: ['Event loop delay'],
    text: 'The server and its 1,000 pollers had one of the two cores in this run, because tests ran on the other. With both cores, a run of ten minutes had 4 ms in its worst minute.',
  },
  {
    measurement: 'messages',
    figures: ['search, any word', 'search, phrase', 'search, rare phrase'],
    text: 'The slowest hundredth reads lists of the index that have tens of thousands of places, and a phrase needs the text of each candidate. The median takes 11 to 18 ms. They run in a thread, so nobody else waits for them.',
  },
  {
    measurement: 'api',
    figures: ['GET /users/me, share', 'GET /users/{id}, share', 'GET /messages, 100 messages, share'],
    text: 'Beside Node’s own work, a call reads its credentials, its limits and its parameters: 11 µs here.',
  },
  {
    measurement: 'api',
    figures: ['GET /messages, search'],
    text: 'A search asks the index in a thread, so that one that takes a second holds up nobody. Waking the thread and coming back, twice for each search, costs as much as the search. In the main thread it would be faster alone, and worse for all others. To read the rows outside the thread, and to ask for words and topics together, made it half as fast again.',
  },
  {
    measurement: 'api',
    figures: ['POST /messages, durable'],
    text: 'Messages that arrive together share a commit, and still each is more than a row: the log, the conversation, the index of unread messages. A bare program that only inserts and commits is as fast on this disk.',
  },
  {
    measurement: 'api',
    figures: ['POST /messages, with 100 queues'],
    text: 'Each answered poll is a write to a socket and a new request. On this machine a write to a socket alone takes 15 to 40 µs, most of it in the kernel. Events that come within a turn of the event loop already share an answer.',
  },
  {
    measurement: 'api',
    figures: ['Memory (PSS)'],
    text: 'Most of what stayed in this run was native memory of formats of times: each mail made its own, of some 80 KiB, that V8 does not count. They are made once since then (ADR 23), and the native heap after such a burst is 25 to 45 MiB instead of 100 to 147. The rest lies in pages that V8 and glibc keep for the next burst.',
  },
  {
    measurement: 'events',
    figures: ['Sender to poller'],
    text: 'The bare relay does one write to a file and one to each socket. Here a message is checked, rendered and written in a transaction before. The load generator, the pollers and the server share two cores, so the slowest hundredth waits for the processor.',
  },
  {
    measurement: 'fan-out',
    figures: ['Longest wait', 'The same message until'],
    text: 'To answer 10,000 polls is 10,000 writes to sockets, of 15 to 40 µs each on this machine, and 10,000 new requests. The server answers them in turns of a few milliseconds, so that others are answered in between.',
  },
  {
    measurement: 'fan-out',
    figures: ['Memory (PSS)'],
    text: 'The most of it are Node’s socket, parser, request and answer of each connection. The bench measures a bare server beside it from now on.',
  },
  {
    measurement: 'site',
    figures: ['CPU of a page'],
    text: 'Pages come from memory, compressed beforehand. What is left is Node’s HTTP against that of nginx, which is written in C.',
  },
  {
    measurement: 'agents',
    figures: ['Tool '],
    text: 'The tool makes a text of its answer beside the structured one, as the protocol asks. The ratio swings by a tenth between runs.',
  },
  {
    measurement: 'channels',
    figures: ['GET /users/me/subscriptions'],
    text: 'The list is made of 20,000 subscriptions; it swings around its goal.',
  },
  {
    measurement: 'register',
    figures: ['POST /register, 200 users'],
    text: 'Each unread message is an id in the answer. Of 16,000, SQLite reads the ids in 1.4 ms, makes text of them in 1.5 and finds the conversations in 0.8; the answer of 200 KB takes another 1.5. Rows instead of texts, one text for all and a grouping in SQL were slower. Only a list in memory for each conversation would avoid it.',
  },
  {
    measurement: 'web',
    figures: ['Change of conversation', 'The same in the window of a phone'],
    text: 'To draw another conversation, the page’s thread works 28 ms at full speed: 9 ms of scripts, the rest style and layout of its messages. A CPU that is slowed by four needs all of the goal for that. A bare page, which only puts its messages there as text, needs 9 ms at full speed.',
  },
  {
    measurement: 'web',
    figures: ['Key press'],
    text: 'The browser has no graphics processor here and shares two cores with the server and the load.',
  },
  {
    measurement: 'near-postgres',
    figures: ['POST /', 'GET /'],
    text: 'PostgreSQL, the server and the load generator share two cores, which are all busy. A round trip costs the server 60 to 100 µs of CPU here, most of it in the kernel. A message takes two for its whole batch, a registration five. With cores of its own, PostgreSQL takes nothing from the server.',
  },
  {
    measurement: 'distance',
    figures: ['POST /messages to a known topic: round trips'],
    text: 'Two of them are the message’s own; a test holds that. The others are of jobs: where messages come one by one, they look after each.',
  },
  {
    measurement: 'distance',
    figures: ['POST /messages to a known topic, '],
    text: 'The lane needs two round trips for each batch, 2 ms here, and 64 callers make batches of 64 at most, so the rest is CPU: the proxy that delays is a process on the same two cores. Three processes have batches of a third.',
  },
  {
    measurement: 'cluster',
    figures: ['POST /messages'],
    text: 'All three processes, PostgreSQL and NATS share the two cores that one process has alone. The writes of one organization are serial: three processes have batches of a third, and each reads what the others wrote. On cores of their own they give room for everything else, not for this.',
  },
  {
    measurement: 'messages-on-postgres',
    figures: ['disk for'],
    text: 'Of 1.4 GB, the rows of the messages take 435 MB (their texts alone 300), the indexes of the rows 165, the words of each message 460 and their index 200. PostgreSQL compresses no row below 2 KB. Ids of words instead of words would save 240 MB, and make the beginnings of words slow to find.',
  },
  {
    measurement: 'messages-on-postgres',
    figures: ['search,'],
    text: 'PostgreSQL’s index knows which messages have a word, and not in which order: it collects all of them before it sorts. A phrase needs the text of each candidate besides, and a beginning stands for many words. Of ten million messages (server and database on one core), p99 is 15 to 31 ms for words, 60 for phrases of frequent words and for beginnings, 136 for a frequent word beside a rare one, and 0.4 to 2.1 s for rare phrases.',
  },
]

const obstacleOf = (measurement: string, { name }: Figure): string | undefined =>
  obstacles.find(
    (obstacle) =>
      obstacle.measurement === measurement &&
      obstacle.figures.some((beginning) => name.startsWith(beginning)),
  )?.text

/** Says what stands in the way of the goals that a measurement misses: the texts, with the figures they are about. */
export function obstaclesIn({ name, figures }: MeasuredResult): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const figure of figures) {
    const text = isReached(figure) ? undefined : obstacleOf(name, figure)
    if (text !== undefined) found.set(text, [...(found.get(text) ?? []), figure.name])
  }
  return found
}
