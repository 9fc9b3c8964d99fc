import { serveTasks } from '#server/platform/thread.ts'
import { documentTasks } from './tasks.ts'

serveTasks(documentTasks)
