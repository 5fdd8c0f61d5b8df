// Choosing and uploading a picture, for other features that have one.
export { fileProblem } from './picture-file.ts'
export { uploadPicture } from './upload-picture.ts'

// The other parts of the form, for those who manage the event.
export { QuestionsPart } from './questions-field.tsx'
export { FormPartLinks } from './form-part-links.tsx'
