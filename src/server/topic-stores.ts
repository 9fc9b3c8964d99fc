import {
  moveCategoryArticles,
  moveCategoryDrafts,
  moveTaggedArticles,
  renameTagInDrafts,
} from './articles/publishing/move-topics.ts'
import { moveTopicFollows } from './discovery/move-topics.ts'
import { setMediaReferences } from './media/media-references.ts'
import { findUsablePicture } from './media/usable-picture.ts'
import { indexStoriesWithTag } from './search/search-index.ts'
import type { TopicStores } from './taxonomy/topic-stores.ts'

/** The services that carry a merge or rename of a topic to the features that store topics. */
export const topicStores: TopicStores = {
  articles: {
    moveTagged: moveTaggedArticles,
    moveInCategory: moveCategoryArticles,
    moveDrafts: moveCategoryDrafts,
    renameTagInDrafts,
  },
  search: { indexTagged: indexStoriesWithTag },
  discovery: { moveFollows: moveTopicFollows },
  media: {
    findPicture: findUsablePicture,
    setReferences: (tx, categoryId, mediaIds) =>
      setMediaReferences(tx, { kind: 'category', ref: categoryId }, mediaIds),
  },
}
