/** Members in which providers accept the number of images. */
export const COUNT_NAMES = [
  'n',
  'batch_size',
  'num_images',
  'num_images_per_prompt',
  'num_outputs',
  'number_of_images',
  'image_num',
  'samples',
];
