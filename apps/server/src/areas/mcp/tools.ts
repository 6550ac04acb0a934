import type { Tool } from './tool.ts'
import {
  createChannelTool,
  findPeopleTool,
  listChannelsTool,
  subscribeTool,
  whoAmITool,
} from './tools/channels-and-people.ts'
import { readFileTool, uploadFileTool } from './tools/files.ts'
import {
  listTopicsTool,
  listUnreadTool,
  readDirectTool,
  readMessageTool,
  readTopicTool,
  searchMessagesTool,
} from './tools/message-reading.ts'
import {
  addReactionTool,
  deleteMessageTool,
  editMessageTool,
  markReadTool,
  scheduleMessageTool,
  sendMessageTool,
} from './tools/message-writing.ts'
import { moveTopicTool, resolveTopicTool } from './tools/topic-moving.ts'

/** All tools, in the order in which agents see them. */
export const tools: readonly Tool[] = [
  searchMessagesTool,
  readTopicTool,
  readDirectTool,
  readMessageTool,
  listUnreadTool,
  listTopicsTool,
  listChannelsTool,
  findPeopleTool,
  whoAmITool,
  sendMessageTool,
  editMessageTool,
  addReactionTool,
  markReadTool,
  scheduleMessageTool,
  moveTopicTool,
  resolveTopicTool,
  deleteMessageTool,
  createChannelTool,
  subscribeTool,
  readFileTool,
  uploadFileTool,
]
