/** Where projects live that name no forge: on this machine. The one plugin that anything outside its folder knows by its name. */
export const ownForge = "local";

export const isOwnForge = (plugin: string): boolean => plugin === ownForge;
