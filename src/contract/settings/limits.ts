export const MAX_NAVIGATION_LINKS = 8
export const MAX_FOOTER_LINKS = 16
export const MAX_FOOTER_TEXT = 300
export const MAX_CHECKLIST_ITEMS = 20
export const MAX_CHECKLIST_TEXT = 200
