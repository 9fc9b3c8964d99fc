import { serveTasks } from '#server/platform/worker-thread.ts'
import { documentTasks } from './tasks.ts'

serveTasks(documentTasks)
